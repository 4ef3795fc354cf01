import { Stack, Text, Title } from '@mantine/core';
import IconChartBar from '~icons/chart-bar';
import type { ClassGroup, Spread } from '@vlabs/contract/insight/class-comparison';
import { DataTable } from '../ui/table/DataTable.tsx';
import { formatDay } from '../ui/dates/dates.ts';
import { Empty } from '../ui/states.tsx';
import type { Column } from '../ui/table/table-columns.ts';
import { exportPercent, showPercent } from './parts/figures.ts';
import { findingOfSpreads } from './parts/findings.ts';
import { SpreadChart } from './parts/SpreadChart.tsx';
import type { Term } from './term.ts';

export type Work = 'quizzes' | 'assignments';

interface ClassComparisonProps {
  groups: ClassGroup[];
  term: Term;
  work: Work;
  /** The number of tests or assignments. */
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

/** Compares courses, years and mentors over a term. */
export function ClassComparison({ groups, term, work, count }: ClassComparisonProps) {
  const rowsOf = (by: ClassGroup['by'], head: string): Row[] =>
    groups.flatMap(({ name, students, [work]: spread, ...group }) =>
      group.by === by && spread ? [{ kind: head, name, members: students, spread }] : [],
    );
  const one = work === 'quizzes' ? 'quiz' : 'assignment';
  const rows = kinds.flatMap(({ by, head }) => rowsOf(by, head));
  if (rows.length === 0) {
    return (
      <Empty icon={IconChartBar} title="No results for these days">
        A comparison of courses, years and mentors appears here once students have{' '}
        {work === 'quizzes' ? 'submitted a test' : 'marks for an assignment'} in these days. Try
        other days.
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
            ? 'Tests that started on these days.'
            : 'Marked hand-ins of assignments due on these days.'}{' '}
          Each student counts once, with the mean of their results in per cent. The box shows the
          middle half of the students, the thick line the median, the diamond the mean, and the thin
          line the range. Groups of fewer than 5 students are shown as dots and are unreliable.
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
    label: 'Reliability',
    sortBy: (row) => (isUnsure(row) ? 'Unreliable' : 'Reliable'),
    text: (row) => (isUnsure(row) ? 'Unreliable: fewer than 5 students' : ''),
    cell: (row) => (isUnsure(row) ? 'Unreliable: fewer than 5' : ''),
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
