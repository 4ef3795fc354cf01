import { Badge, Group, Paper, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import IconEqual from '~icons/equal';
import IconHelpCircle from '~icons/help-circle';
import IconPencil from '~icons/pencil';
import IconPlus from '~icons/plus';
import type {
  ListOutcome,
  ListPreview,
  ListProblem,
  ListRepair,
} from '@vlabs/contract/students/student-lists';
import { useState } from 'react';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import classes from './ListUpload.module.css';

interface Line extends ListOutcome {
  cells: Record<string, string>;
  messages: ListProblem[];
  repairs: ListRepair[];
  /** Needs a decision of the admin, made or not. */
  isDoubtful: boolean;
}

const outcomes = {
  faulty: { word: 'Skipped', icon: IconAlertTriangle },
  doubtful: { word: 'To review', icon: IconHelpCircle },
  added: { word: 'Added', icon: IconPlus },
  changed: { word: 'Changed', icon: IconPencil },
  unchanged: { word: 'Unchanged', icon: IconEqual },
} as const;

/** The filters of the preview. */
const filters = {
  all: () => true,
  faulty: ({ outcome }: Line) => outcome === 'faulty',
  doubtful: ({ isDoubtful }: Line) => isDoubtful,
  added: ({ outcome }: Line) => outcome === 'added',
  changed: ({ outcome }: Line) => outcome === 'changed',
  unchanged: ({ outcome }: Line) => outcome === 'unchanged',
  repaired: ({ repairs }: Line) => repairs.length > 0,
} as const;
type Shown = keyof typeof filters;
const filterNames: { name: Shown; word: string; isAlwaysThere: boolean }[] = [
  { name: 'all', word: 'All', isAlwaysThere: true },
  { name: 'faulty', word: outcomes.faulty.word, isAlwaysThere: true },
  { name: 'doubtful', word: outcomes.doubtful.word, isAlwaysThere: false },
  { name: 'added', word: outcomes.added.word, isAlwaysThere: true },
  { name: 'changed', word: outcomes.changed.word, isAlwaysThere: true },
  { name: 'unchanged', word: outcomes.unchanged.word, isAlwaysThere: true },
  { name: 'repaired', word: 'Repaired', isAlwaysThere: false },
];

interface ListPreviewTableProps {
  preview: ListPreview;
  /** Doubtful lines are imported too. */
  alsoDoubtful: boolean;
  isBusy: boolean;
  onDecide: (alsoDoubtful: boolean) => void;
}

/** What the upload would do, line by line. */
export function ListPreviewTable(props: ListPreviewTableProps) {
  const { preview, alsoDoubtful, isBusy, onDecide } = props;
  const lines = linesOf(preview);
  const [chosen, setChosen] = useState<Shown>(() => firstShown(lines));
  const counted = filterNames
    .map((filter) => ({ ...filter, count: lines.filter(filters[filter.name]).length }))
    .filter(({ isAlwaysThere, count }) => isAlwaysThere || count > 0);
  const shown = counted.some(({ name }) => name === chosen) ? chosen : 'all';

  return (
    <Stack gap="sm">
      <Text component="output">{summarise(preview, lines)}</Text>
      {preview.doubtful > 0 && (
        <Paper withBorder p="sm" component="section" aria-label="Lines to review">
          <Group gap="md" justify="space-between">
            <Text size="sm" maw="44rem">
              {preview.doubtful === 1 ? '1 line' : `${preview.doubtful} lines`} may be damaged:
              incomplete, missing known values, or changed by a spreadsheet.
              {alsoDoubtful
                ? ' They will be imported as shown.'
                : ' They won’t be imported unless you choose to.'}
            </Text>
            <Switch
              label="Import these lines too"
              checked={alsoDoubtful}
              disabled={isBusy}
              onChange={({ currentTarget }) => onDecide(currentTarget.checked)}
            />
          </Group>
        </Paper>
      )}
      <SegmentedControl
        className={classes.shown ?? ''}
        aria-label="Lines shown"
        value={shown}
        onChange={(value) => setChosen(shownOf(value))}
        data={counted.map(({ name, word, count }) => ({
          value: name,
          label: `${word} (${count})`,
        }))}
      />
      <DataTable
        isWide
        label="What the upload would do"
        columns={columnsOf(preview.columns)}
        rows={lines.filter(filters[shown])}
        rowId={({ line }) => String(line)}
        sortedAtFirst={{ column: 'line', direction: 'ascending' }}
        sortName="preview"
      />
    </Stack>
  );
}

const shownOf = (value: string): Shown =>
  filterNames.find(({ name }) => name === value)?.name ?? 'all';

/** Lines that need attention come first. */
const firstShown = (lines: Line[]): Shown =>
  (['faulty', 'doubtful'] as const).find((name) => lines.some(filters[name])) ?? 'all';

function summarise({ added, changed, unchanged }: ListPreview, lines: Line[]): string {
  const undecided = lines.filter(({ outcome }) => outcome === 'doubtful').length;
  const faulty = lines.filter(filters.faulty).length;
  const parts = [
    `${added} will be added`,
    `${changed} changed`,
    `${unchanged} are unchanged`,
    ...(undecided > 0 ? [`${undecided} ${undecided === 1 ? 'needs' : 'need'} your review`] : []),
    ...(faulty > 0 ? [`and ${faulty === 1 ? '1 line is' : `${faulty} lines are`} skipped`] : []),
  ];
  return `${parts.join(', ')}.`;
}

function linesOf({ rows, lines, problems, repairs }: ListPreview): Line[] {
  const messages = Map.groupBy(problems, ({ line }) => line);
  const repaired = Map.groupBy(repairs, ({ line }) => line);
  return lines.map((outcome, index) => {
    const findings = messages.get(outcome.line) ?? [];
    return {
      ...outcome,
      cells: rows[index] ?? {},
      messages: findings,
      repairs: repaired.get(outcome.line) ?? [],
      isDoubtful: outcome.outcome !== 'faulty' && findings.length > 0,
    };
  });
}

function columnsOf(headings: string[]): Column<Line>[] {
  return [
    { id: 'line', label: 'Line', sortBy: ({ line }) => line, cell: ({ line }) => line },
    {
      id: 'outcome',
      label: 'Result',
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
      <Messages line={line} column="" />
      <Places word="See" columns={line.messages.map(({ column }) => column)} />
      <Places word="Repaired" columns={line.repairs.map(({ column }) => column)} />
    </>
  );
}

/** The affected columns in a wide table. */
function Places({ word, columns }: { word: string; columns: string[] }) {
  const named = [...new Set(columns)].filter((column) => column !== '');
  if (named.length === 0) return null;
  return (
    <Text size="sm" className={classes.places ?? ''}>
      {word}: {named.join(', ')}
    </Text>
  );
}

function Cell({ line, heading }: { line: Line; heading: string }) {
  const before = line.before[heading];
  const repairs = line.repairs.filter(({ column }) => column === heading);
  return (
    <>
      {before !== undefined && before !== '' && <del className={classes.before}>{before}</del>}{' '}
      {line.cells[heading]}
      {repairs.map(({ from, to }) => (
        <Text key={from} size="sm" className={classes.repair ?? ''}>
          Repaired: <del>{showInvisible(from)}</del> → {to === '' ? 'empty' : to}
        </Text>
      ))}
      <Messages line={line} column={heading} />
    </>
  );
}

function Messages({ line, column }: { line: Line; column: string }) {
  return line.messages
    .filter((problem) => problem.column === column)
    .map(({ message, canBeWritten = false }) => (
      <Text key={message} size="sm" className={classes.message ?? ''} data-doubt={canBeWritten}>
        {message}
      </Text>
    ));
}

/** Invisible characters, by code point. */
function showInvisible(text: string): string {
  return text.replaceAll(
    /[\u00A0\u00AD\u2000-\u200F\u202A-\u202F\u2060-\u206F\u3000\uFEFF]/g,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}
