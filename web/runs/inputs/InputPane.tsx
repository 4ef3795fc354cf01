import { ActionIcon, Button } from '@mantine/core';
import IconPlayerPlay from '~icons/player-play';
import IconPlus from '~icons/plus';
import { type Inputs, MAX_INPUTS, type NamedInput, nextInputName } from './inputs.ts';
import classes from './InputPane.module.css';
import { inputWords } from './input-words.ts';
import { NamedInputFields } from './NamedInputFields.tsx';
import { OutcomeIcon } from '../running/OutcomeIcon.tsx';
import { Pane } from '../layout/Pane.tsx';
import paneClasses from '../layout/Pane.module.css';
import type { InputResult } from '../running/run-result.ts';

interface InputPaneProps {
  inputs: Inputs;
  onChange: (inputs: Inputs) => void;
  /** Index of the open named input, which Execute uses; null for User Input. */
  chosen: number | null;
  onChoose: (chosen: number | null) => void;
  /** The last result on each named input. */
  results: ReadonlyMap<NamedInput, InputResult>;
  /** Null if programs can be run. */
  onRunAll: (() => void) | null;
  /** The program is a query, which reads the tables that its input makes. */
  isQuery: boolean;
}

/** The program's input: User Input, or one of the named inputs. */
export function InputPane(props: InputPaneProps) {
  const { inputs, onChange, chosen, onChoose, results, onRunAll, isQuery } = props;
  const words = inputWords(isQuery);
  const { stdin, named } = inputs;
  const shown = chosen === null ? null : (named[chosen] ?? null);
  const isFull = named.length >= MAX_INPUTS;

  const change = (index: number, changed: NamedInput) =>
    onChange({ stdin, named: named.with(index, changed) });
  const add = () => {
    const added = { name: nextInputName(named), stdin: named.length === 0 ? stdin : '' };
    onChange({ stdin, named: [...named, { ...added, expectedOutput: '' }] });
    onChoose(named.length);
  };
  const remove = (index: number) => {
    onChange({ stdin, named: named.toSpliced(index, 1) });
    onChoose(null);
  };

  return (
    <Pane
      heading={words.heading}
      note={words.note}
      actions={
        <>
          {named.length > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              disabled={onRunAll === null}
              leftSection={<IconPlayerPlay size={14} aria-hidden />}
              onClick={() => onRunAll?.()}
            >
              Run all
            </Button>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Add an input"
            title={isFull ? `You can have at most ${MAX_INPUTS} inputs` : 'Add a named input'}
            disabled={isFull}
            onClick={add}
          >
            <IconPlus size={18} aria-hidden />
          </ActionIcon>
        </>
      }
    >
      {named.length > 0 && (
        <fieldset className={classes.choices} aria-label="Inputs">
          <Choice name="As typed" isChosen={shown === null} onChoose={() => onChoose(null)} />
          {named.map((input, index) => (
            <Choice
              key={index}
              name={input.name}
              result={results.get(input)}
              isChosen={index === chosen}
              onChoose={() => onChoose(index)}
            />
          ))}
        </fieldset>
      )}
      {shown !== null && chosen !== null ? (
        <NamedInputFields
          key={chosen}
          input={shown}
          isQuery={isQuery}
          onChange={(changed) => change(chosen, changed)}
          onRemove={() => remove(chosen)}
        />
      ) : (
        <textarea
          className={paneClasses.input}
          aria-label={words.heading}
          placeholder={words.placeholder}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={stdin}
          onChange={(event) => onChange({ stdin: event.currentTarget.value, named })}
        />
      )}
    </Pane>
  );
}

interface ChoiceProps {
  name: string;
  result?: InputResult | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ name, result, isChosen, onChoose }: ChoiceProps) {
  return (
    <Button
      variant={isChosen ? 'light' : 'subtle'}
      color={isChosen ? 'lagoon' : 'gray'}
      size="compact-sm"
      aria-pressed={isChosen}
      leftSection={result && <OutcomeIcon result={result} />}
      onClick={onChoose}
    >
      {name === '' ? 'Unnamed' : name}
    </Button>
  );
}
