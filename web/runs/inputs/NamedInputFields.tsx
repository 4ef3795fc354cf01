import { ActionIcon, TextInput } from '@mantine/core';
import IconTrash from '~icons/trash';
import { useId } from 'react';
import { inputName, inputWords } from './input-words.ts';
import { LONGEST_INPUT_NAME, type NamedInput } from './inputs.ts';
import classes from './InputPane.module.css';
import paneClasses from '../layout/Pane.module.css';

interface NamedInputFieldsProps {
  input: NamedInput;
  isQuery: boolean;
  onChange: (input: NamedInput) => void;
  onRemove: () => void;
}

export function NamedInputFields(props: NamedInputFieldsProps) {
  const { input, isQuery, onChange, onRemove } = props;
  return (
    <div className={classes.named}>
      <div className={classes.nameRow}>
        <TextInput
          size="xs"
          aria-label="Name of the input"
          maxLength={LONGEST_INPUT_NAME}
          value={input.name}
          onChange={(event) => onChange({ ...input, name: event.currentTarget.value })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove ${input.name}`}
          title="Remove this input"
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.texts}>
        <TextArea
          label={inputName(isQuery)}
          placeholder={inputWords(isQuery).shortPlaceholder}
          value={input.stdin}
          onChange={(stdin) => onChange({ ...input, stdin })}
        />
        <TextArea
          label="Expected output"
          placeholder="What the program should print. Leave empty to accept any output."
          value={input.expectedOutput}
          onChange={(expectedOutput) => onChange({ ...input, expectedOutput })}
        />
      </div>
    </div>
  );
}

interface TextAreaProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
}

function TextArea({ label, placeholder, value, onChange }: TextAreaProps) {
  const id = useId();
  return (
    <div className={classes.text}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={paneClasses.input}
        placeholder={placeholder}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
