import { SimpleGrid, Stack, Title } from '@mantine/core';
import IconChartBar from '~icons/chart-bar';
import { FEW_STUDENTS } from '@vlabs/contract/insight/class-comparison';
import type { Group, QuizPerformance } from '@vlabs/contract/insight/insight';
import { DataTable } from '../ui/table/DataTable.tsx';
import { Empty } from '../ui/states.tsx';
import type { Column } from '../ui/table/table-columns.ts';
import { Finding } from './parts/Finding.tsx';
import { exportPercent, showPercent } from './parts/figures.ts';
import { findingOfGroups } from './parts/findings.ts';

interface Row extends Group {
  kind: string;
}

/** Compares courses, years and mentors in one test. */
export function ClassView({ performance }: { performance: QuizPerformance }) {
  const { quiz, groups } = performance;
  const name = quiz.topic || quiz.subjectId;
  const kinds = [
    { what: 'course', head: 'Course', groups: groups.courses },
    { what: 'year', head: 'Year', groups: groups.years },
    { what: 'mentor', head: 'Mentor', groups: groups.mentors },
  ];
  const rows = kinds.flatMap(({ head, groups: listed }) =>
    listed.map((group) => ({ ...group, kind: head })),
  );
  if (rows.length === 0) {
    return (
      <Empty icon={IconChartBar} title={`No results of classes in ${name} yet`}>
        A comparison of courses, years and mentors appears here once listed students have submitted.
      </Empty>
    );
  }
  return (
    <Stack gap="xl">
      <Title order={2}>{name}</Title>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {kinds.map(({ what, head, groups: listed }) => (
          <Finding
            key={what}
            title={findingOfGroups(what, listed)}
            method={`Mean score in per cent, by the ${what} on the student list. Results of groups with fewer than 5 students are unreliable.`}
            heads={[head, 'Mean in per cent']}
            highest={100}
            bars={listed.map((group) => ({
              name: group.name,
              value: group.mean,
              shown: showPercent(group.mean),
            }))}
          />
        ))}
      </SimpleGrid>
      <DataTable
        label="Courses, years and mentors"
        columns={columns}
        rows={rows}
        rowId={({ kind, name: group }) => `${kind} ${group}`}
        sortedAtFirst={{ column: 'kind', direction: 'ascending' }}
        exportName={`${name} - classes`}
      />
    </Stack>
  );
}

const inPercent = (read: (row: Row) => number | null) => ({
  sortBy: (row: Row) => read(row) ?? -1,
  text: (row: Row) => exportPercent(read(row)),
  cell: (row: Row) => showPercent(read(row)),
});

const columns: Column<Row>[] = [
  { id: 'kind', label: 'By', sortBy: ({ kind }) => kind, cell: ({ kind }) => kind },
  { id: 'group', label: 'Group', sortBy: ({ name }) => name, cell: ({ name }) => name },
  {
    id: 'attempts',
    label: 'Submitted',
    sortBy: ({ attempts }) => attempts,
    cell: ({ attempts }) => (attempts < FEW_STUDENTS ? `${attempts}, unsure` : attempts),
  },
  { id: 'mean', label: 'Mean', ...inPercent(({ mean }) => mean) },
  { id: 'median', label: 'Median', ...inPercent(({ median }) => median) },
  {
    id: 'deviation',
    label: 'Standard deviation',
    ...inPercent(({ standardDeviation }) => standardDeviation),
  },
  { id: 'lowest', label: 'Lowest', ...inPercent(({ lowest }) => lowest) },
  { id: 'highest', label: 'Highest', ...inPercent(({ highest }) => highest) },
];
