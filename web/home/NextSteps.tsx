import { Paper, Text, Title } from '@mantine/core';
import IconChevronRight from '~icons/chevron-right';
import { Link } from 'react-router';
import { isAdmin, useSession } from '../platform/calls/session.ts';
import classes from './NextSteps.module.css';

interface Step {
  label: string;
  to: string;
  says: string;
}

const visitorSteps: Step[] = [
  { label: 'Login', to: '/login', says: 'Continue your assignments, tests and programs.' },
  { label: 'Register', to: '/register', says: 'Create a student account with your roll number.' },
];

const studentSteps: Step[] = [
  { label: 'Workspace', to: '/Workspace', says: 'Write and run C, C++, Java and Python.' },
  { label: 'Assignments', to: '/assignments', says: 'See what is due and hand it in.' },
  { label: 'Tests', to: '/tests', says: 'Take the tests assigned to you.' },
];

const adminSteps: Step[] = [
  {
    label: 'Create Assignments',
    to: '/admin/create-assignment',
    says: 'Assign a file or a question to students.',
  },
  { label: 'Create Quiz', to: '/admin/create-quiz', says: 'Create a timed multiple-choice test.' },
  {
    label: 'Students',
    to: '/admin/dashboard/students',
    says: 'Upload and search the student list.',
  },
];

/** The most likely destinations, by role. */
export function NextSteps() {
  const { user } = useSession();
  const steps = user === null ? visitorSteps : isAdmin(user) ? adminSteps : studentSteps;
  return (
    <Paper withBorder component="section" className={classes.panel} aria-labelledby="next-steps">
      <Title order={2} id="next-steps" className={classes.heading ?? ''}>
        Where to next
      </Title>
      <ul className={classes.steps}>
        {steps.map(({ label, to, says }) => (
          <li key={to}>
            <Link to={to} className={classes.step}>
              <span>
                <span className={classes.label}>{label}</span>
                <Text component="span" size="sm" c="dimmed" display="block">
                  {says}
                </Text>
              </span>
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
