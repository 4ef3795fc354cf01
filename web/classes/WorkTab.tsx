import { Anchor, Stack, Text } from '@mantine/core';
import type { ClassDetails, WorkFigures } from '@vlabs/contract/classes/classes';
import { Link } from 'react-router';
import classes from './WorkTab.module.css';

const counted = (count: number, one: string, many: string) =>
  count === 0 ? `No ${many} yet` : `${count} ${count === 1 ? one : many}`;

const lists: {
  label: string;
  path: string;
  what: string;
  figure?: (work: WorkFigures) => string;
}[] = [
  {
    label: 'Tests',
    path: '/admin/dashboard/quizview',
    what: 'Drafts and tests of the class',
    figure: ({ quizzes }) => counted(quizzes, 'test', 'tests'),
  },
  {
    label: 'Assignments',
    path: '/admin/dashboard/assignments',
    what: 'Work that students hand in',
    figure: ({ assignments }) => counted(assignments, 'assignment', 'assignments'),
  },
  {
    label: 'Submissions',
    path: '/admin/dashboard/submissions',
    what: 'Hand-ins and tests to read and mark',
    figure: ({ handIns, toMark }) =>
      `${counted(handIns, 'submission', 'submissions')} to assignments${toMark === 0 ? '' : `, ${toMark} to mark`}`,
  },
  {
    label: 'Performance',
    path: '/admin/dashboard/performance',
    what: 'Class results and difficult questions',
  },
];

/** Links to the dashboard's lists, filtered by this class, with counts. */
export function WorkTab({ details: { classId, work } }: { details: ClassDetails }) {
  return (
    <ul className={classes.lists}>
      {lists.map(({ label, path, what, figure }) => (
        <li key={path} className={classes.list}>
          <Stack gap={2}>
            <Anchor component={Link} to={`${path}?class=${classId}`} fw={600}>
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
