import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import IconCopy from '~icons/copy';
import IconPlus from '~icons/plus';
import IconTrash from '~icons/trash';
import { type ReactNode, useState } from 'react';
import { inputName } from '../inputs/input-words.ts';
import { CaseText } from './CaseText.tsx';
import classes from './cases.module.css';
import { Disclosure } from './Disclosure.tsx';

/** What every test case has, as typed. */
export interface WrittenCase {
  name: string;
  input: string;
  output: string;
  points: string;
}

interface CaseRowsProps<Case extends WrittenCase> {
  heading: string;
  /** A sentence behind the number of test cases. */
  about: string;
  cases: readonly Case[];
  /** What is added next. */
  blank: Case;
  most: number;
  /** The program is a query, which reads the tables that its input makes. */
  isQuery: boolean;
  /** Of the list, such as `Key.cases`. */
  path: string;
  mistakes: Readonly<Record<string, string>>;
  onChange: (cases: Case[]) => void;
  /** What else a summary says of a test case; empty for nothing. */
  describeMore: (one: Case) => string;
  /** Short fields beside name and points. */
  renderShort?: (at: number) => ReactNode;
  /** Fields below the others. */
  renderMore?: (at: number) => ReactNode;
}

const isUnwritten = ({ input, output }: WrittenCase) => input === '' && output === '';

/** Test cases, of which those being written are open. */
export function CaseRows<Case extends WrittenCase>(props: CaseRowsProps<Case>) {
  const { heading, about, cases, blank, most, path, mistakes, onChange, describeMore } = props;
  const [open, setOpen] = useState(() => cases.map(isUnwritten));
  const isFull = cases.length >= most;

  function replace(changed: Case[], changedOpen: boolean[]): void {
    setOpen(changedOpen);
    onChange(changed);
  }

  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{heading}</legend>
      <Text size="sm" c="dimmed">
        {describeAll(cases)} {about}
      </Text>
      <div className={classes.parts}>
        {[...cases.entries()].map(([at, one]) => {
          const isFaulty = Object.keys(mistakes).some((field) =>
            field.startsWith(`${path}.${at}.`),
          );
          return (
            // Test cases are identified by position only.
            <Disclosure
              key={at}
              heading={`Test case ${at + 1}`}
              summary={describe(one, describeMore(one))}
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
                isQuery={props.isQuery}
                path={path}
                mistakes={mistakes}
                shortFields={props.renderShort?.(at)}
                moreFields={props.renderMore?.(at)}
                onChange={(changes) => onChange(cases.with(at, { ...one, ...changes }))}
              />
            </Disclosure>
          );
        })}
      </div>
      {mistakes[path] !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {mistakes[path]}
        </Text>
      )}
      <div>
        <Button
          name={path}
          size="compact-md"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={isFull}
          onClick={() => replace([...cases, blank], [...open, true])}
        >
          Add test case
        </Button>
      </div>
    </fieldset>
  );
}

interface CaseFieldsProps {
  one: WrittenCase;
  at: number;
  isQuery: boolean;
  path: string;
  mistakes: Readonly<Record<string, string>>;
  shortFields: ReactNode;
  moreFields: ReactNode;
  onChange: (changes: Partial<WrittenCase>) => void;
}

function CaseFields(props: CaseFieldsProps) {
  const { one, at, path, mistakes, onChange } = props;
  const propsOf = (part: keyof WrittenCase, label: string) => ({
    label,
    name: `${path}.${at}.${part}`,
    'aria-label': `${label} of test case ${at + 1}`,
    value: one[part],
    error: mistakes[`${path}.${at}.${part}`],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [part]: currentTarget.value }),
  });
  const text = (part: 'input' | 'output', label: string) => (
    <CaseText
      label={label}
      fullLabel={`${label} of test case ${at + 1}`}
      name={`${path}.${at}.${part}`}
      text={one[part]}
      mistake={mistakes[`${path}.${at}.${part}`]}
      onChange={(typed) => onChange({ [part]: typed })}
    />
  );
  return (
    <>
      <div className={classes.pair}>
        {text('input', inputName(props.isQuery))}
        {text('output', 'Expected output')}
      </div>
      <div className={classes.short}>
        <TextInput {...propsOf('name', 'Name')} />
        <TextInput {...propsOf('points', 'Points')} inputMode="decimal" />
        {props.shortFields}
      </div>
      {props.moreFields}
    </>
  );
}

function describe({ name, input, output, points }: WrittenCase, more: string): string {
  const [firstLine = ''] = input.split('\n');
  return [
    name.trim() === '' ? firstLine.slice(0, 60) : name,
    points === '1' ? '1 point' : `${points} points`,
    more,
    output === '' ? 'no expected output' : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function describeAll(cases: readonly WrittenCase[]): string {
  const count = cases.length === 1 ? '1 test case' : `${cases.length} test cases`;
  const points = cases.reduce((sum, one) => sum + Number(one.points), 0);
  if (!Number.isFinite(points)) return `${count}.`;
  const total = Number(points.toFixed(2));
  return `${count}, ${total} ${total === 1 ? 'point' : 'points'}.`;
}
