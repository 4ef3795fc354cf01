import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import classes from './WorkTab.module.css';

const lists = [
  { label: 'Quizzes', path: '/admin/dashboard/quizview', what: 'Drafts and tests of the class' },
  { label: 'Assignments', path: '/admin/dashboard/assignments', what: 'What its students hand in' },
  {
    label: 'Submissions',
    path: '/admin/dashboard/submissions',
    what: 'What came in, to be read and marked',
  },
  {
    label: 'Performance',
    path: '/admin/dashboard/performance',
    what: 'How the class did, and which questions failed',
  },
];

/** The lists of the dashboard, each of this class alone. */
export function WorkTab({ classId }: { classId: string }) {
  return (
    <ul className={classes.lists}>
      {lists.map(({ label, path, what }) => (
        <li key={path} className={classes.list}>
          <Stack gap={2}>
            <Anchor component={Link} to={`${path}?class=${classId}`} fw={600}>
              {label}
            </Anchor>
            <Text size="sm" c="dimmed">
              {what}
            </Text>
          </Stack>
        </li>
      ))}
    </ul>
  );
}
