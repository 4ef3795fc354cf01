import { Badge, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconEqual, IconPencil, IconPlus } from '@tabler/icons-react';
import type { ListOutcome, ListPreview } from '@vlabs/contract/students';
import { useState } from 'react';
import { DataTable } from '../ui/DataTable.tsx';
import type { Column } from '../ui/table-columns.ts';
import classes from './ListUpload.module.css';

interface Line extends ListOutcome {
  cells: Record<string, string>;
  messages: { column: string; message: string }[];
}

const outcomes = {
  faulty: { word: 'Left out', icon: IconAlertTriangle },
  added: { word: 'Added', icon: IconPlus },
  changed: { word: 'Changed', icon: IconPencil },
  unchanged: { word: 'As it was', icon: IconEqual },
} as const;

type Shown = 'all' | ListOutcome['outcome'];

/** What the upload would do, line by line, before anything is written. */
export function ListPreviewTable({ preview }: { preview: ListPreview }) {
  const lines = linesOf(preview);
  const faulty = lines.filter(({ outcome }) => outcome === 'faulty').length;
  const [shown, setShown] = useState<Shown>(faulty > 0 ? 'faulty' : 'all');
  const { added, changed, unchanged, columns } = preview;
  const counts = { faulty, added, changed, unchanged };

  return (
    <Stack gap="sm">
      <Text component="output">
        {added} will be added, {changed} changed, {unchanged} are as they were
        {faulty > 0 && `, and ${faulty === 1 ? '1 line is' : `${faulty} lines are`} left out`}.
      </Text>
      <SegmentedControl
        className={classes.shown ?? ''}
        aria-label="Lines shown"
        value={shown}
        onChange={(value) => setShown(shownOf(value))}
        data={[
          { value: 'all', label: `All (${lines.length})` },
          ...outcomeNames.map((name) => ({
            value: name,
            label: `${outcomes[name].word} (${counts[name]})`,
          })),
        ]}
      />
      <DataTable
        isWide
        label="What the upload would do"
        columns={columnsOf(columns)}
        rows={lines.filter(({ outcome }) => shown === 'all' || outcome === shown)}
        rowId={({ line }) => String(line)}
        sortedAtFirst={{ column: 'line', direction: 'ascending' }}
        sortName="preview"
      />
    </Stack>
  );
}

const outcomeNames = ['faulty', 'added', 'changed', 'unchanged'] as const;

const shownOf = (value: string): Shown => outcomeNames.find((name) => name === value) ?? 'all';

function linesOf({ rows, lines, problems }: ListPreview): Line[] {
  const messages = Map.groupBy(problems, ({ line }) => line);
  return lines.map((outcome, index) => ({
    ...outcome,
    cells: rows[index] ?? {},
    messages: messages.get(outcome.line) ?? [],
  }));
}

function columnsOf(headings: string[]): Column<Line>[] {
  return [
    { id: 'line', label: 'Line', sortBy: ({ line }) => line, cell: ({ line }) => line },
    {
      id: 'outcome',
      label: 'What happens',
      sortBy: ({ outcome }) => outcomes[outcome].word,
      cell: (line) => <Outcome line={line} />,
    },
    ...headings.map((heading): Column<Line> => ({
      id: heading,
      label: heading,
      sortBy: ({ cells }) => cells[heading] ?? '',
      cell: (line) => <Cell line={line} heading={heading} />,
    })),
  ];
}

function Outcome({ line }: { line: Line }) {
  const { word, icon: Icon } = outcomes[line.outcome];
  const whole = line.messages.filter(({ column }) => column === '');
  return (
    <>
      <Badge
        variant="default"
        tt="none"
        miw="max-content"
        leftSection={<Icon size={13} aria-hidden />}
      >
        {word}
      </Badge>
      {whole.map(({ message }) => (
        <Text key={message} size="sm" className={classes.message ?? ''}>
          {message}
        </Text>
      ))}
    </>
  );
}

function Cell({ line, heading }: { line: Line; heading: string }) {
  const before = line.before[heading];
  return (
    <>
      {before !== undefined && before !== '' && <del className={classes.before}>{before}</del>}{' '}
      {line.cells[heading]}
      {line.messages
        .filter(({ column }) => column === heading)
        .map(({ message }) => (
          <Text key={message} size="sm" className={classes.message ?? ''}>
            {message}
          </Text>
        ))}
    </>
  );
}
