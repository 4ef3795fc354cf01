import { Anchor, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { findLanguage } from '@vlabs/contract/runs/languages';
import { getStudentWork, type StudentWork as Work } from '@vlabs/contract/overview/student-work';
import { Link } from 'react-router';
import { markingPath } from '../platform/page-paths.ts';
import { queryOf } from '../platform/calls/query-of.ts';
import { useIsCampusAdmin } from '../platform/calls/use-account.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { momentColumn } from '../ui/table/moment-column.tsx';
import { Loaded } from '../ui/states.tsx';
import type { Column } from '../ui/table/table-columns.ts';

type Assignment = Work['assignments'][number];
type Quiz = Work['quizzes'][number];
type Run = Work['runs'][number];

/** A student's assignments, tests and runs. */
export function StudentWork({ rollNumber }: { rollNumber: string }) {
  return (
    <Loaded
      query={useQuery(queryOf(getStudentWork, { params: { rollNumber } }))}
      waiting={<Skeleton height={160} />}
      failure="The work could not be loaded."
    >
      {(work) => <WorkTables rollNumber={rollNumber} work={work} />}
    </Loaded>
  );
}

function WorkTables({ rollNumber, work }: { rollNumber: string; work: Work }) {
  const { assignments, quizzes, runs } = work;
  // Others see the work of their classes only, and no runs.
  const seesAll = useIsCampusAdmin();
  const ofClasses = seesAll ? '' : ' in your classes';
  return (
    <>
      <WorkTable
        title="Assignments"
        empty={`No assignments for this student${ofClasses} yet.`}
        columns={assignmentColumnsOf(rollNumber)}
        rows={assignments}
        rowId={({ id }) => id}
        newestBy="due"
        sortName="assignments"
      />
      <WorkTable
        title="Tests"
        empty={`This student hasn’t started a test${ofClasses} yet.`}
        columns={quizColumnsOf(rollNumber)}
        rows={quizzes}
        rowId={({ uniqueId }) => uniqueId}
        newestBy="started"
        sortName="quizzes"
      />
      {seesAll && (
        <WorkTable
          title="Program runs"
          empty="This student hasn’t run a program yet."
          columns={runColumns}
          rows={runs}
          rowId={({ token }) => token}
          newestBy="at"
          sortName="runs"
        />
      )}
    </>
  );
}

interface WorkTableProps<Row> {
  title: string;
  empty: string;
  columns: Column<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  /** The date column, sorted newest first. */
  newestBy: string;
  /** The key of the sort order in the address. */
  sortName: string;
}

function WorkTable<Row>({ title, empty, rows, newestBy, ...table }: WorkTableProps<Row>) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2}>{title}</Title>
      {rows.length === 0 ? (
        <Paper withBorder p="lg">
          <Text c="dimmed">{empty}</Text>
        </Paper>
      ) : (
        <DataTable
          label={title}
          rows={rows}
          sortedAtFirst={{ column: newestBy, direction: 'descending' }}
          {...table}
        />
      )}
    </Stack>
  );
}

const assignmentColumnsOf = (rollNumber: string): Column<Assignment>[] => [
  {
    id: 'title',
    label: 'Assignment',
    sortBy: ({ title }) => title,
    cell: ({ id, title, handedInAt }) =>
      handedInAt === null ? (
        title
      ) : (
        <Anchor fz="inherit" component={Link} to={markingPath(id, rollNumber)}>
          {title}
        </Anchor>
      ),
  },
  {
    id: 'status',
    label: 'Status',
    sortBy: ({ status }) => status,
    cell: ({ status, isLate }) => `${status}${isLate ? ', late' : ''}`,
  },
  momentColumn({ id: 'due', label: 'Due', moment: ({ dueAt }) => dueAt }),
  momentColumn({ id: 'handed', label: 'Handed in', moment: ({ handedInAt }) => handedInAt }),
  {
    id: 'marks',
    label: 'Marks',
    isCode: true,
    sortBy: ({ marks }) => marks ?? -1,
    cell: ({ marks, maxMarks }) => (marks === null ? '–' : `${marks} of ${maxMarks}`),
  },
];

const quizColumnsOf = (rollNumber: string): Column<Quiz>[] => [
  {
    id: 'topic',
    label: 'Test',
    sortBy: ({ topic }) => topic,
    cell: ({ uniqueId, topic }) => (
      <Anchor
        fz="inherit"
        component={Link}
        to={`/admin/dashboard/quizview/${uniqueId}/${encodeURIComponent(rollNumber)}`}
      >
        {topic}
      </Anchor>
    ),
  },
  momentColumn({ id: 'started', label: 'Started', moment: ({ startedAt }) => startedAt }),
  momentColumn({ id: 'submitted', label: 'Submitted', moment: ({ submittedAt }) => submittedAt }),
  {
    id: 'score',
    label: 'Score',
    isCode: true,
    sortBy: ({ score }) => score ?? -1,
    cell: ({ score, totalScore }) => (score === null ? '–' : `${score} of ${totalScore}`),
  },
];

const runColumns: Column<Run>[] = [
  momentColumn({ id: 'at', label: 'When', moment: ({ createdAt }) => createdAt }),
  {
    id: 'language',
    label: 'Language',
    sortBy: ({ languageId }) => findLanguage(languageId)?.name ?? '',
    cell: ({ languageId }) => findLanguage(languageId)?.name ?? String(languageId),
  },
  {
    id: 'status',
    label: 'Status',
    sortBy: ({ status }) => status.description,
    cell: ({ status }) => status.description,
  },
  {
    id: 'time',
    label: 'Time',
    isCode: true,
    sortBy: ({ timeSeconds }) => timeSeconds ?? -1,
    cell: ({ timeSeconds }) => (timeSeconds === null ? '–' : `${timeSeconds} s`),
  },
];
