import { areQueries } from '@vlabs/contract/runs/languages';
import { ActionIcon, Button, Text } from '@mantine/core';
import IconPlus from '~icons/plus';
import IconTrash from '~icons/trash';
import { CaseText } from '../../../runs/cases/CaseText.tsx';
import classes from '../../../runs/cases/cases.module.css';
import { inputName } from '../../../runs/inputs/input-words.ts';
import type { EditorProps } from '../../parts/view.tsx';
import {
  MAX_SAMPLES,
  type ProgramBody,
  type ProgramKey,
} from '@vlabs/contract/kinds/program/program';

type Props = Pick<EditorProps<ProgramBody, ProgramKey>, 'body' | 'mistakes' | 'onBody'>;

const BLANK_SAMPLE = { input: '', output: '' };

/** What students see and can check. */
export function SampleFields({ body, mistakes, onBody }: Props) {
  const { samples } = body;
  const nameOfInput = inputName(areQueries(body.languages)).toLowerCase();
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
                label={`Sample ${part === 'input' ? nameOfInput : part} ${at + 1}`}
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
