import { Anchor, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { Item, SatQuiz } from '@vlabs/contract/insight';
import { wordsOfMarkdown } from '@vlabs/contract/markdown-words';
import { Link } from 'react-router';
import { useWrites } from '../../platform/calls/use-account.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import { Moment } from '../../ui/dates/Moment.tsx';
import { exportPercent, showPercent } from '../figures.ts';
import classes from './ItemTable.module.css';
import { keyPath } from './key-path.ts';
import { ReadingBadge, wordOfReading } from './ReadingBadge.tsx';

const options = ['1', '2', '3', '4'] as const;

/** Where a figure is not defined it sorts below all others. */
const sortable = (value: number | null) => value ?? -1000;
const asPercent = (read: (item: Item) => number | null) => ({
  sortBy: (item: Item) => sortable(read(item)),
  text: (item: Item) => exportPercent(read(item)),
  cell: (item: Item) => showPercent(read(item)),
});

const chosenOf = ({ counts }: Item) =>
  `${options.map((option) => `${option}: ${counts[option]}`).join(' | ')} | none: ${counts.none}`;

const furtherOf = (item: Item) =>
  [
    `Discriminative efficiency ${showPercent(item.discriminativeEfficiency)}`,
    `effective weight ${showPercent(item.effectiveWeight)}`,
    `standard deviation ${showPercent(item.standardDeviation)}`,
  ].join(', ');

const columnsOf = (quiz: SatQuiz): Column<Item>[] => [
  { id: 'number', label: 'No.', sortBy: ({ number }) => number, cell: ({ number }) => number },
  {
    id: 'question',
    label: 'Question, and how often each option was chosen',
    text: (item) => `${wordsOfMarkdown(item.title)} (${chosenOf(item)})`,
    cell: (item) => <Question item={item} quiz={quiz} />,
  },
  {
    id: 'reading',
    label: 'What it says',
    sortBy: ({ reading }) => wordOfReading(reading),
    text: ({ reading }) => reading.sentence,
    cell: ({ reading }) => (
      <>
        <ReadingBadge reading={reading} />
        <Text size="sm" className={classes.sentence ?? ''}>
          {reading.sentence}
        </Text>
      </>
    ),
  },
  { id: 'facility', label: 'Facility', ...asPercent(({ facility }) => facility) },
  {
    id: 'discrimination',
    label: 'Discrimination index',
    ...asPercent(({ discriminationIndex }) => discriminationIndex),
  },
  {
    id: 'further',
    label: 'Further figures',
    isHiddenAtFirst: true,
    text: furtherOf,
    cell: (item) => (
      <Text size="sm" className={classes.sentence ?? ''}>
        {furtherOf(item)}
      </Text>
    ),
  },
];

interface ItemTableProps {
  quiz: SatQuiz;
  items: Item[];
  exportName: string;
}

export function ItemTable({ quiz, items, exportName }: ItemTableProps) {
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" maw="75ch">
        Facility: mean mark of the question. Discrimination index: correlation of its mark with the
        rest of the total. Discriminative efficiency: the same, as a part of what the marks allow.
        Effective weight: what it weighs in how totals differ; {showPercent(intended(items))} is
        meant. A guess gives 25 %. All by Moodle’s formulas.
      </Text>
      <DataTable
        label="Questions"
        columns={columnsOf(quiz)}
        rows={items}
        rowId={({ number }) => String(number)}
        sortedAtFirst={{ column: 'number', direction: 'ascending' }}
        exportName={exportName}
        columnsName="items"
      />
    </Stack>
  );
}

const intended = (items: Item[]) =>
  items.find(({ marking }) => marking !== 'left_out')?.intendedWeight ?? null;

function Question({ item, quiz }: { item: Item; quiz: SatQuiz }) {
  const writes = useWrites(quiz.classId);
  const right = [item.correctAnswer, ...item.alsoRight];
  return (
    <div className={classes.question}>
      <Text size="sm" fw={600}>
        {wordsOfMarkdown(item.title)}
        {item.hasVariants && ' (with variants)'}
      </Text>
      <ul className={classes.options}>
        {options.map((option, place) => (
          <li key={option} data-right={right.includes(option)}>
            {item.counts[option]} × {wordsOfMarkdown(item.options[place] ?? '')}
            {right.includes(option) && ' (right)'}
          </li>
        ))}
        <li>{item.counts.none} × no answer</li>
      </ul>
      {item.correction && <Correction item={item} correction={item.correction} />}
      {writes && (
        <Anchor
          component={Link}
          to={keyPath(quiz.uniqueId, item.number)}
          size="sm"
          className={classes.correct ?? ''}
        >
          Correct the key<VisuallyHidden> of question {item.number}</VisuallyHidden>
        </Anchor>
      )}
    </div>
  );
}

/** What the corrected key has done to the figures of the question. */
function Correction({
  item,
  correction,
}: {
  item: Item;
  correction: NonNullable<Item['correction']>;
}) {
  const { facilityBefore, discriminationIndexBefore, reason, correctedBy, correctedAt, changed } =
    correction;
  return (
    <Text size="sm" className={classes.correction ?? ''}>
      Key corrected on <Moment at={correctedAt} /> by {correctedBy}: {reason} Facility{' '}
      {showPercent(facilityBefore)} → {showPercent(item.facility)}, discrimination index{' '}
      {showPercent(discriminationIndexBefore)} → {showPercent(item.discriminationIndex)}.{' '}
      {changed === 1 ? '1 score' : `${changed} scores`} changed.
    </Text>
  );
}
