import { Anchor, Button, Group, Skeleton } from '@mantine/core';
import IconArrowsDiff from '~icons/arrows-diff';
import IconDownload from '~icons/download';
import IconFlask from '~icons/flask';
import IconListCheck from '~icons/list-check';
import type { HandInRow } from '@vlabs/contract/assignments/hand-ins';
import { Link, useParams } from 'react-router';
import { Counters } from '../../ui/Counters.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { momentColumn } from '../../ui/table/moment-column.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { Loaded } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import { similarityPath } from '../../platform/page-paths.ts';
import { DueTime } from '../parts/DueTime.tsx';
import { markingPath, testCasesPath } from '../../platform/page-paths.ts';
import { GradeByTestCases } from './GradeByTestCases.tsx';
import { StatusLabel } from '../parts/StatusLabel.tsx';
import { useClassHandIns } from '../parts/use-assignments.ts';

/** The hand-ins of one assignment, with links to grading. */
export function HandInsPage() {
  const { id = '' } = useParams();
  const query = useClassHandIns(id);
  const { data } = query;
  const next = data?.students.find(({ status }) => status === 'Submitted');
  return (
    <Page
      heading={data?.title ?? 'Hand-ins'}
      width="whole"
      introduction={data && <DueTime dueAt={data.dueAt} />}
      action={
        next && (
          <Button
            component={Link}
            to={markingPath(id, next.id)}
            leftSection={<IconListCheck size={16} aria-hidden />}
          >
            Mark next
          </Button>
        )
      }
    >
      <Loaded
        query={query}
        waiting={<Skeleton height={280} />}
        failure="The hand-ins could not be loaded."
      >
        {(listed) => (
          <>
            <ClassCounters students={listed.students} />
            <DataTable
              label="Hand-ins"
              columns={columnsOf(id, listed)}
              rows={listed.students}
              rowId={(row) => row.id}
              sortedAtFirst={{ column: 'id', direction: 'ascending' }}
              searchLabel="Search students"
              exportName="hand-ins"
              columnsName="hand-ins"
              isWide
              tools={<Tools assignment={id} listed={listed} />}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Tools({ assignment, listed }: { assignment: string; listed: ListedHandIns }) {
  const { students, maxMarks, archivePath } = listed;
  return (
    <>
      <GradeByTestCases assignment={assignment} students={students} maxMarks={maxMarks} />
      <Button
        component={Link}
        to={testCasesPath(assignment)}
        variant="default"
        leftSection={<IconFlask size={16} aria-hidden />}
      >
        Test cases
      </Button>
      <Button
        component={Link}
        to={similarityPath(assignment)}
        variant="default"
        leftSection={<IconArrowsDiff size={16} aria-hidden />}
      >
        Similarity
      </Button>
      {students.some(({ handInId }) => handInId !== null) && (
        <Button
          component="a"
          href={archivePath}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download all
        </Button>
      )}
    </>
  );
}

function ClassCounters({ students }: { students: HandInRow[] }) {
  const count = (status: HandInRow['status']) =>
    students.filter((student) => student.status === status).length;
  const marked = count('Marked');
  return (
    <Counters
      counters={[
        { label: 'Total Assigned', value: students.length },
        { label: 'Total Pending', value: count('Pending') },
        { label: 'Total Submitted', value: count('Submitted') + marked },
        { label: 'Total Marked', value: marked },
      ]}
    />
  );
}

const pointsColumn: Column<HandInRow> = {
  id: 'points',
  label: 'Test case points',
  isCode: true,
  sortBy: ({ testPoints }) => testPoints ?? -1,
  text: ({ testPoints }) => testPoints ?? '',
  cell: ({ testPoints, testMaxPoints }) =>
    testPoints === null ? '–' : `${testPoints} of ${testMaxPoints}`,
};

const kinds = { program: 'Program', files: 'Files', text: 'Text' };

/** Such as `Program, version 2`. */
function whatOf({ kind, version }: HandInRow): string {
  if (kind === null) return '';
  return `${kinds[kind]}${version === 1 ? '' : `, version ${version}`}`;
}

interface ListedHandIns {
  maxMarks: number;
  students: HandInRow[];
  archivePath: string;
}

function columnsOf(assignment: string, { maxMarks, students }: ListedHandIns): Column<HandInRow>[] {
  const isTested = students.some(({ testPoints }) => testPoints !== null);
  return [
    {
      id: 'id',
      label: 'Roll no',
      isCode: true,
      sortBy: ({ id }) => id.toLowerCase(),
      text: ({ id }) => id,
      cell: ({ id }) => id,
    },
    {
      id: 'name',
      label: 'Name',
      sortBy: ({ name }) => name.toLowerCase(),
      text: ({ name }) => name,
      cell: ({ id, name, handInId }) =>
        handInId === null ? (
          name
        ) : (
          <Anchor fz="inherit" component={Link} to={markingPath(assignment, id)}>
            {name}
          </Anchor>
        ),
    },
    {
      id: 'status',
      label: 'Status',
      sortBy: ({ status }) => ['Submitted', 'Marked', 'Pending'].indexOf(status),
      text: ({ status, isLate }) => (isLate ? `${status}, late` : status),
      cell: ({ status, isLate }) => <StatusLabel status={status} isLate={isLate} />,
    },
    momentColumn({ id: 'handed-in', label: 'Handed in', moment: ({ handedInAt }) => handedInAt }),
    { id: 'what', label: 'What', sortBy: whatOf, cell: (row) => whatOf(row) || '–' },
    ...(isTested ? [pointsColumn] : []),
    {
      id: 'marks',
      label: `Marks of ${maxMarks}`,
      isCode: true,
      sortBy: ({ marks }) => marks ?? -1,
      text: ({ marks }) => marks ?? '',
      cell: ({ marks }) => marks ?? '–',
    },
    { id: 'course', label: 'Course', sortBy: ({ course }) => course, cell: ({ course }) => course },
    {
      id: 'open',
      label: 'Actions',
      cell: ({ id, name, handInId, status }) =>
        handInId !== null && (
          <Group gap={6}>
            <Button
              component={Link}
              to={markingPath(assignment, id)}
              size="compact-sm"
              variant="default"
              aria-label={`${status === 'Marked' ? 'Open' : 'Mark'} ${name}`}
            >
              {status === 'Marked' ? 'Open' : 'Mark'}
            </Button>
          </Group>
        ),
    },
  ];
}
