import { Anchor, Stack, Text } from '@mantine/core';
import type { ClassDetails, WorkFigures } from '@vlabs/contract/classes/classes';
import { Link } from 'react-router';
import { marksPath, recordPath } from '../platform/page-paths.ts';
import classes from './WorkTab.module.css';

const counted = (count: number, one: string, many: string) =>
  count === 0 ? `No ${many} yet` : `${count} ${count === 1 ? one : many}`;

const listOf = (path: string) => (classId: string) => `${path}?class=${classId}`;

const lists: {
  label: string;
  path: (classId: string) => string;
  what: string;
  figure?: (work: WorkFigures) => string;
}[] = [
  {
    label: 'Tests',
    path: listOf('/admin/dashboard/quizview'),
    what: 'Drafts and tests of the class',
    figure: ({ quizzes }) => counted(quizzes, 'test', 'tests'),
  },
  {
    label: 'Assignments',
    path: listOf('/admin/dashboard/assignments'),
    what: 'Work that students hand in',
    figure: ({ assignments }) => counted(assignments, 'assignment', 'assignments'),
  },
  {
    label: 'Submissions',
    path: listOf('/admin/dashboard/submissions'),
    what: 'Hand-ins and tests to read and mark',
    figure: ({ handIns, toMark }) =>
      `${counted(handIns, 'submission', 'submissions')} to assignments${toMark === 0 ? '' : `, ${toMark} to mark`}`,
  },
  {
    label: 'Marks',
    path: marksPath,
    what: 'The sheet of marks with totals, for the registrar',
  },
  {
    label: 'Lab record',
    path: recordPath,
    what: 'Experiments with program, output and marks, to print and sign',
  },
  {
    label: 'Performance',
    path: listOf('/admin/dashboard/performance'),
    what: 'Class results and difficult questions',
  },
];

/** Links to the dashboard's lists, filtered by this class, with counts. */
export function WorkTab({ details: { classId, work } }: { details: ClassDetails }) {
  return (
    <ul className={classes.lists}>
      {lists.map(({ label, path, what, figure }) => (
        <li key={label} className={classes.list}>
          <Stack gap={2}>
            <Anchor component={Link} to={path(classId)} fw={600}>
              {label}
            </Anchor>
            <Text size="sm" c="dimmed">
              {what}
            </Text>
            {figure && <Text size="sm">{figure(work)}</Text>}
          </Stack>
        </li>
      ))}
    </ul>
  );
}
