import { Anchor, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { Item, SatQuiz } from '@vlabs/contract/insight/insight';
import { wordsOfMarkdown } from '@vlabs/contract/text/markdown-words';
import { Link } from 'react-router';
import { useWrites } from '../../platform/calls/use-account.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import { Moment } from '../../ui/dates/Moment.tsx';
import { exportPercent, showPercent } from '../parts/figures.ts';
import classes from './ItemTable.module.css';
import { keyPath } from '../parts/key-path.ts';
import { ReadingBadge, wordOfReading } from '../parts/ReadingBadge.tsx';

/** Undefined figures sort last. */
const sortable = (value: number | null) => value ?? -1000;
const asPercent = (read: (item: Item) => number | null) => ({
  sortBy: (item: Item) => sortable(read(item)),
  text: (item: Item) => exportPercent(read(item)),
  cell: (item: Item) => showPercent(read(item)),
});

const chosenOf = ({ answers, none }: Item) =>
  [...answers.map(({ name, label, count }) => `${name ?? label}: ${count}`), `none: ${none}`].join(
    ' | ',
  );

const furtherOf = (item: Item) =>
  [
    ...(item.fullyRight === undefined
      ? []
      : [
          `All points ${showPercent(item.fullyRight)}`,
          `random guess ${showPercent(item.randomGuessScore)}`,
        ]),
    `Discriminative efficiency ${showPercent(item.discriminativeEfficiency)}`,
    `effective weight ${showPercent(item.effectiveWeight)}`,
    `standard deviation ${showPercent(item.standardDeviation)}`,
  ].join(', ');

const columnsOf = (quiz: SatQuiz): Column<Item>[] => [
  { id: 'number', label: 'No.', sortBy: ({ number }) => number, cell: ({ number }) => number },
  {
    id: 'question',
    label: 'Question, and how often each answer was given',
    text: (item) => `${wordsOfMarkdown(item.title)} (${chosenOf(item)})`,
    cell: (item) => <Question item={item} quiz={quiz} />,
  },
  {
    id: 'reading',
    label: 'Assessment',
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
        rest of the total. Discriminative efficiency: the same, relative to the maximum possible.
        Effective weight: its share in the variation of totals; {sayIntended(items)} is intended.{' '}
        {sayGuess(items)} All by Moodle’s formulas.
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

const ALIKE = 1e-9;

/** The intended weight of each question, if it is the same for all. */
function sayIntended(items: Item[]): string {
  const meant = items.flatMap(({ marking, intendedWeight }) =>
    marking === 'left_out' || intendedWeight === null ? [] : [intendedWeight],
  );
  const [first = null] = meant;
  const areAlike = meant.every((one) => Math.abs(one - (first ?? 0)) < ALIKE);
  return areAlike ? showPercent(first) : 'its share of the points';
}

const sayGuess = (items: Item[]) =>
  items.every(({ kind }) => kind === null) ? 'A guess gives 25 %.' : '';

function Question({ item, quiz }: { item: Item; quiz: SatQuiz }) {
  const writes = useWrites(quiz.classId);
  return (
    <div className={classes.question}>
      <Text size="sm" fw={600}>
        {wordsOfMarkdown(item.title)}
        {item.hasVariants && ' (with variants)'}
      </Text>
      <ul className={classes.options}>
        {item.answers.map(({ name, label, count, isRight }) => (
          <li key={name ?? ''} data-right={isRight}>
            {count} × {wordsOfMarkdown(label)}
            {isRight && ' (right)'}
          </li>
        ))}
        <li>{item.none} × no answer</li>
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

/** How a correction of the key changed the question's figures. */
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
