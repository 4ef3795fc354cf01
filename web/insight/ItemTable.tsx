import { Anchor, Badge, Stack, Text, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconGift,
  IconKey,
  IconMinus,
  IconQuestionMark,
} from '@tabler/icons-react';
import type { Item, ReadingKind } from '@vlabs/contract/insight';
import { Link } from 'react-router';
import { DataTable } from '../ui/DataTable.tsx';
import type { Column } from '../ui/table-columns.ts';
import { formatMoment } from '../ui/dates.ts';
import { exportPercent, showPercent } from './figures.ts';
import classes from './ItemTable.module.css';
import { keyPath } from './key-path.ts';

const options = ['1', '2', '3', '4'] as const;

const readings: Record<ReadingKind, { word: string; icon: typeof IconCheck }> = {
  too_few: { word: 'Too few', icon: IconQuestionMark },
  key_may_be_wrong: { word: 'Key may be wrong', icon: IconKey },
  too_hard: { word: 'Too hard', icon: IconAlertTriangle },
  too_easy: { word: 'Very easy', icon: IconMinus },
  does_not_separate: { word: 'Does not separate', icon: IconMinus },
  good: { word: 'Works well', icon: IconCheck },
  everyone: { word: 'Given to everyone', icon: IconGift },
  left_out: { word: 'Left out', icon: IconMinus },
};

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

const columnsOf = (uniqueId: string): Column<Item>[] => [
  { id: 'number', label: 'No.', sortBy: ({ number }) => number, cell: ({ number }) => number },
  {
    id: 'question',
    label: 'Question, and how often each option was chosen',
    text: (item) => `${item.title} (${chosenOf(item)})`,
    cell: (item) => <Question item={item} uniqueId={uniqueId} />,
  },
  {
    id: 'reading',
    label: 'What it says',
    sortBy: ({ reading }) => readings[reading.kind].word,
    text: ({ reading }) => reading.sentence,
    cell: ({ reading }) => <Reading reading={reading} />,
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
    text: furtherOf,
    cell: (item) => (
      <Text size="sm" miw="10rem">
        {furtherOf(item)}
      </Text>
    ),
  },
];

interface ItemTableProps {
  uniqueId: string;
  items: Item[];
  exportName: string;
}

export function ItemTable({ uniqueId, items, exportName }: ItemTableProps) {
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
        columns={columnsOf(uniqueId)}
        rows={items}
        rowId={({ number }) => String(number)}
        sortedAtFirst={{ column: 'number', direction: 'ascending' }}
        exportName={exportName}
      />
    </Stack>
  );
}

const intended = (items: Item[]) =>
  items.find(({ marking }) => marking !== 'left_out')?.intendedWeight ?? null;

function Question({ item, uniqueId }: { item: Item; uniqueId: string }) {
  const right = [item.correctAnswer, ...item.alsoRight];
  return (
    <div className={classes.question}>
      <Text size="sm" fw={600}>
        {item.title}
        {item.hasVariants && ' (with variants)'}
      </Text>
      <ul className={classes.options}>
        {options.map((option, place) => (
          <li key={option} data-right={right.includes(option)}>
            {item.counts[option]} × {item.options[place]}
            {right.includes(option) && ' (right)'}
          </li>
        ))}
        <li>{item.counts.none} × no answer</li>
      </ul>
      {item.correction && <Correction item={item} correction={item.correction} />}
      <Anchor
        component={Link}
        to={keyPath(uniqueId, item.number)}
        size="sm"
        className={classes.correct ?? ''}
      >
        Correct the key<VisuallyHidden> of question {item.number}</VisuallyHidden>
      </Anchor>
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
      Key corrected on {formatMoment(correctedAt)} by {correctedBy}: {reason} Facility{' '}
      {showPercent(facilityBefore)} → {showPercent(item.facility)}, discrimination index{' '}
      {showPercent(discriminationIndexBefore)} → {showPercent(item.discriminationIndex)}.{' '}
      {changed === 1 ? '1 score' : `${changed} scores`} changed.
    </Text>
  );
}

function Reading({ reading }: { reading: Item['reading'] }) {
  const { word, icon: Icon } = readings[reading.kind];
  return (
    <div>
      <Badge
        variant="default"
        tt="none"
        miw="max-content"
        leftSection={<Icon size={12} aria-hidden />}
      >
        {word}
      </Badge>
      <Text size="sm" miw="10rem">
        {reading.sentence}
      </Text>
    </div>
  );
}
