import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import IconCopy from '~icons/copy';
import IconPlus from '~icons/plus';
import IconTrash from '~icons/trash';
import { useState } from 'react';
import type { KeyProps } from '../../view.tsx';
import { Disclosure } from './Disclosure.tsx';
import classes from './editor.module.css';
import { type Case, MAX_CASES, type ProgramBody, type ProgramKey } from '../program.ts';
import { CaseText } from './TestingFields.tsx';

type Props = Pick<KeyProps<ProgramBody, ProgramKey>, 'answerKey' | 'mistakes' | 'onKey'>;

const BLANK_CASE: Case = { name: '', input: '', output: '', points: '1', group: '' };
const isUnwritten = ({ input, output }: Case) => input === '' && output === '';

/** The hidden test cases, of which those being written are open. */
export function CaseRows({ answerKey, mistakes, onKey }: Props) {
  const { cases } = answerKey;
  const [open, setOpen] = useState(() => cases.map(isUnwritten));
  const isFull = cases.length >= MAX_CASES;

  function replace(changed: Case[], changedOpen: boolean[]): void {
    setOpen(changedOpen);
    onKey({ ...answerKey, cases: changed });
  }

  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Hidden test cases</legend>
      <Text size="sm" c="dimmed">
        {describeAll(cases)} Test cases with the same group earn their points together or not at
        all.
      </Text>
      <div className={classes.parts}>
        {[...cases.entries()].map(([at, one]) => {
          const isFaulty = Object.keys(mistakes).some((path) =>
            path.startsWith(`Key.cases.${at}.`),
          );
          return (
            // Test cases are identified by position only.
            <Disclosure
              key={at}
              heading={`Test case ${at + 1}`}
              summary={describe(one)}
              isOpen={(open[at] ?? false) || isFaulty}
              isFaulty={isFaulty}
              onToggle={() =>
                setOpen(cases.map((_one, place) => (open[place] ?? false) !== (place === at)))
              }
              tools={
                <>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Duplicate test case ${at + 1}`}
                    title="Duplicate test case"
                    disabled={isFull}
                    onClick={() =>
                      replace(cases.toSpliced(at + 1, 0, one), open.toSpliced(at + 1, 0, true))
                    }
                  >
                    <IconCopy size={18} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove test case ${at + 1}`}
                    title="Remove test case"
                    onClick={() => replace(cases.toSpliced(at, 1), open.toSpliced(at, 1))}
                  >
                    <IconTrash size={18} aria-hidden />
                  </ActionIcon>
                </>
              }
            >
              <CaseFields
                one={one}
                at={at}
                mistakes={mistakes}
                onChange={(changes) =>
                  onKey({ ...answerKey, cases: cases.with(at, { ...one, ...changes }) })
                }
              />
            </Disclosure>
          );
        })}
      </div>
      {mistakes['Key.cases'] !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {mistakes['Key.cases']}
        </Text>
      )}
      <div>
        <Button
          name="Key.cases"
          size="compact-md"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={isFull}
          onClick={() => replace([...cases, BLANK_CASE], [...open, true])}
        >
          Add test case
        </Button>
      </div>
    </fieldset>
  );
}

interface CaseFieldsProps {
  one: Case;
  at: number;
  mistakes: Props['mistakes'];
  onChange: (changes: Partial<Case>) => void;
}

function CaseFields({ one, at, mistakes, onChange }: CaseFieldsProps) {
  const propsOf = (part: keyof Case, label: string) => ({
    label,
    name: `Key.cases.${at}.${part}`,
    'aria-label': `${label} of test case ${at + 1}`,
    value: one[part],
    error: mistakes[`Key.cases.${at}.${part}`],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [part]: currentTarget.value }),
  });
  const text = (part: 'input' | 'output', label: string) => (
    <CaseText
      label={label}
      fullLabel={`${label} of test case ${at + 1}`}
      name={`Key.cases.${at}.${part}`}
      text={one[part]}
      mistake={mistakes[`Key.cases.${at}.${part}`]}
      onChange={(typed) => onChange({ [part]: typed })}
    />
  );
  return (
    <>
      <div className={classes.pair}>
        {text('input', 'Input')}
        {text('output', 'Expected output')}
      </div>
      <div className={classes.short}>
        <TextInput {...propsOf('name', 'Name')} />
        <TextInput {...propsOf('points', 'Points')} inputMode="decimal" />
        <TextInput {...propsOf('group', 'Group')} placeholder="none" />
      </div>
    </>
  );
}

function describe({ name, input, output, points, group }: Case): string {
  const [firstLine = ''] = input.split('\n');
  return [
    name.trim() === '' ? firstLine.slice(0, 60) : name,
    points === '1' ? '1 point' : `${points} points`,
    group.trim() === '' ? '' : `group ${group}`,
    output === '' ? 'no expected output' : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function describeAll(cases: readonly Case[]): string {
  const count = cases.length === 1 ? '1 test case' : `${cases.length} test cases`;
  const points = cases.reduce((sum, one) => sum + Number(one.points), 0);
  if (!Number.isFinite(points)) return `${count}.`;
  const total = Number(points.toFixed(2));
  return `${count}, ${total} ${total === 1 ? 'point' : 'points'}.`;
}
