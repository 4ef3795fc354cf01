import { Stack, Text, Title } from '@mantine/core';
import IconChartBar from '~icons/chart-bar';
import type { ClassGroup, Spread } from '@vlabs/contract/class-comparison';
import { DataTable } from '../ui/table/DataTable.tsx';
import { formatDay } from '../ui/dates/dates.ts';
import { Empty } from '../ui/states.tsx';
import type { Column } from '../ui/table/table-columns.ts';
import { exportPercent, showPercent } from './figures.ts';
import { findingOfSpreads } from './quiz/findings.ts';
import { SpreadChart } from './quiz/SpreadChart.tsx';
import type { Term } from './term.ts';

export type Work = 'quizzes' | 'assignments';

interface ClassComparisonProps {
  groups: ClassGroup[];
  term: Term;
  work: Work;
  /** How many quizzes or assignments there are. */
  count: number;
}

interface Row {
  kind: string;
  name: string;
  members: number;
  spread: Spread;
}

const kinds = [
  { by: 'course', head: 'Course' },
  { by: 'year', head: 'Year' },
  { by: 'mentor', head: 'Mentor' },
] as const;

/** Courses, years and mentors side by side over a term. */
export function ClassComparison({ groups, term, work, count }: ClassComparisonProps) {
  const rowsOf = (by: ClassGroup['by'], head: string): Row[] =>
    groups.flatMap(({ name, students, [work]: spread, ...group }) =>
      group.by === by && spread ? [{ kind: head, name, members: students, spread }] : [],
    );
  const one = work === 'quizzes' ? 'quiz' : 'assignment';
  const rows = kinds.flatMap(({ by, head }) => rowsOf(by, head));
  if (rows.length === 0) {
    return (
      <Empty icon={IconChartBar} title="No results in these days">
        Courses, years and mentors stand side by side here once students have{' '}
        {work === 'quizzes' ? 'submitted a quiz' : 'marks in an assignment'} of these days. Choose
        other days to look further back.
      </Empty>
    );
  }
  return (
    <Stack gap="xl">
      <div>
        <Title order={2}>
          {count} {count === 1 ? one : work}, {formatDay(term.from)} to {formatDay(term.to)}
        </Title>
        <Text c="dimmed" maw="75ch">
          {work === 'quizzes'
            ? 'Quizzes that began in these days.'
            : 'Marked hand-ins of assignments that were due in these days.'}{' '}
          Each student counts once, by the mean of their own results in per cent. The box holds the
          middle half of the students, its thick line is the median, the diamond the mean, and the
          thin line goes from the lowest to the highest. Of fewer than 5 students each is a dot:
          such a group is unsure, it differs by chance.
        </Text>
      </div>
      {kinds.map(({ by, head }) => {
        const ofKind = rowsOf(by, head);
        return (
          <SpreadChart
            key={by}
            title={findingOfSpreads(by, ofKind)}
            groups={ofKind.toSorted((better, worse) => worse.spread.mean - better.spread.mean)}
          />
        );
      })}
      <DataTable
        isWide
        columnsName="classes"
        label="Courses, years and mentors"
        columns={columns}
        rows={rows}
        rowId={({ kind, name }) => `${kind} ${name}`}
        sortedAtFirst={{ column: 'kind', direction: 'ascending' }}
        exportName={`classes - ${work} ${term.from} to ${term.to}`}
      />
    </Stack>
  );
}

const inPercent = (read: (spread: Spread) => number | null) => ({
  sortBy: ({ spread }: Row) => read(spread) ?? -1,
  text: ({ spread }: Row) => exportPercent(read(spread)),
  cell: ({ spread }: Row) => showPercent(read(spread)),
});

const isUnsure = ({ spread }: Row) => spread.points.length > 0;
const withResults = ({ spread, members }: Row) => `${spread.students} of ${members}`;

const columns: Column<Row>[] = [
  { id: 'kind', label: 'By', sortBy: ({ kind }) => kind, cell: ({ kind }) => kind },
  { id: 'group', label: 'Group', sortBy: ({ name }) => name, cell: ({ name }) => name },
  {
    id: 'students',
    label: 'Students with results',
    sortBy: ({ spread }) => spread.students,
    text: withResults,
    cell: withResults,
  },
  {
    id: 'sure',
    label: 'How sure',
    sortBy: (row) => (isUnsure(row) ? 'Unsure' : 'Sure'),
    text: (row) => (isUnsure(row) ? 'Unsure: fewer than 5 students' : ''),
    cell: (row) => (isUnsure(row) ? 'Unsure: fewer than 5' : ''),
  },
  {
    id: 'results',
    label: 'Results',
    sortBy: ({ spread }) => spread.results,
    cell: ({ spread }) => spread.results,
  },
  { id: 'mean', label: 'Mean', ...inPercent(({ mean }) => mean) },
  {
    id: 'deviation',
    label: 'Standard deviation',
    ...inPercent(({ standardDeviation }) => standardDeviation),
  },
  { id: 'lowest', label: 'Lowest', ...inPercent(({ lowest }) => lowest) },
  {
    id: 'lower',
    label: 'Quarter below',
    isHiddenAtFirst: true,
    ...inPercent(({ lowerQuartile }) => lowerQuartile),
  },
  { id: 'median', label: 'Median', ...inPercent(({ median }) => median) },
  {
    id: 'upper',
    label: 'Quarter above',
    isHiddenAtFirst: true,
    ...inPercent(({ upperQuartile }) => upperQuartile),
  },
  { id: 'highest', label: 'Highest', ...inPercent(({ highest }) => highest) },
];
