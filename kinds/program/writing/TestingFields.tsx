import { ActionIcon, Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { Comparison, ToleranceIs, toleranceNames } from '@vlabs/contract/running/test-case';
import IconPlus from '~icons/plus';
import IconTrash from '~icons/trash';
import type { EditorProps } from '../../view.tsx';
import classes from './editor.module.css';
import { MAX_SAMPLES, type ProgramBody, type ProgramKey } from '../program.ts';

type Props = Pick<EditorProps<ProgramBody, ProgramKey>, 'body' | 'mistakes' | 'onBody'>;

const comparisons: Record<Comparison, string> = {
  exact: 'Exactly the same',
  'ignoring-space': 'Ignore white space',
  numbers: 'Numbers with a tolerance',
};

const BLANK_SAMPLE = { input: '', output: '' };

/** What students see and can check. */
export function SampleFields({ body, mistakes, onBody }: Props) {
  const { samples } = body;
  const change = (at: number, changes: Partial<typeof BLANK_SAMPLE>) =>
    onBody({
      ...body,
      samples: samples.map((sample, place) => (place === at ? { ...sample, ...changes } : sample)),
    });
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Samples</legend>
      <Text size="sm" c="dimmed">
        Students see them and can check their program with them. They earn no points.
      </Text>
      {[...samples.entries()].map(([at, sample]) => (
        // Samples are identified by position only.
        <div key={at} className={classes.sample}>
          <div className={classes.pair}>
            {(['input', 'output'] as const).map((part) => (
              <CaseText
                key={part}
                label={`Sample ${part} ${at + 1}`}
                name={`Body.samples.${at}.${part}`}
                text={sample[part]}
                mistake={mistakes[`Body.samples.${at}.${part}`]}
                onChange={(text) => change(at, { [part]: text })}
              />
            ))}
          </div>
          <ActionIcon
            variant="default"
            size="lg"
            mt="1.5rem"
            aria-label={`Remove sample ${at + 1}`}
            title="Remove sample"
            onClick={() => onBody({ ...body, samples: samples.toSpliced(at, 1) })}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={samples.length >= MAX_SAMPLES}
          onClick={() => onBody({ ...body, samples: [...samples, BLANK_SAMPLE] })}
        >
          Add sample
        </Button>
      </div>
    </fieldset>
  );
}

interface CaseTextProps {
  label: string;
  /** If the visible label is not unique. */
  fullLabel?: string;
  name: string;
  text: string;
  mistake: string | undefined;
  onChange: (text: string) => void;
}

/** An input or an output. */
export function CaseText({ label, fullLabel, name, text, mistake, onChange }: CaseTextProps) {
  return (
    <Textarea
      label={label}
      aria-label={fullLabel ?? label}
      name={name}
      autosize
      minRows={2}
      maxRows={12}
      spellCheck={false}
      classNames={{ input: classes.text ?? '' }}
      value={text}
      error={mistake}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** How outputs are compared, and the limits of each test case. */
export function LimitFields({ body, mistakes, onBody }: Props) {
  const field = (name: 'tolerance' | 'seconds' | 'megabytes', label: string) => (
    <TextInput
      label={label}
      name={`Body.${name}`}
      inputMode="decimal"
      value={body[name]}
      error={mistakes[`Body.${name}`]}
      onChange={({ currentTarget }) => onBody({ ...body, [name]: currentTarget.value })}
    />
  );
  return (
    <div className={classes.short}>
      <NativeSelect
        label="Output comparison"
        value={body.comparison}
        data={Comparison.options.map((value) => ({ value, label: comparisons[value] }))}
        onChange={({ currentTarget: { value } }) =>
          onBody({ ...body, comparison: Comparison.parse(value) })
        }
      />
      {body.comparison === 'numbers' && (
        <>
          {field('tolerance', 'Tolerance')}
          <NativeSelect
            label="The tolerance is"
            value={body.toleranceIs ?? 'either'}
            data={Object.entries(toleranceNames).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget: { value } }) =>
              onBody({ ...body, toleranceIs: ToleranceIs.parse(value) })
            }
          />
        </>
      )}
      {field('seconds', 'Time limit in seconds')}
      {field('megabytes', 'Memory limit in MB')}
    </div>
  );
}
