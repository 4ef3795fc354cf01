import { Button, Paper, Text, Title } from '@mantine/core';
import IconCircle from '~icons/circle';
import IconCircleCheck from '~icons/circle-check';
import { useQuery } from '@tanstack/react-query';
import { type FirstStep, getFirstSteps } from '@vlabs/contract/overview/first-steps';
import { useState } from 'react';
import { Link } from 'react-router';
import { queryOf } from '../platform/calls/query-of.ts';
import classes from './NextSteps.module.css';
import { personalStorage } from '../platform/storage/personal-storage.ts';

const NAME = 'first-steps';

/** Reports whether this person dismissed the first steps in this browser. */
function areStepsDismissed(userId: string): boolean {
  try {
    return personalStorage(userId, 'browser').getItem(NAME) !== null;
  } catch {
    return false;
  }
}

function dismissSteps(userId: string): void {
  try {
    personalStorage(userId, 'browser').setItem(NAME, 'dismissed');
  } catch {
    // Without storage, they are dismissed as long as the page.
  }
}

interface Step {
  label: string;
  says: string;
  /** Without it, the step is done on the server. */
  to?: string;
}

const steps: Record<FirstStep, Step> = {
  class: {
    label: 'Create a class',
    says: 'A class belongs to a term, which you can create with it.',
    to: '/admin/dashboard/classes',
  },
  teachers: {
    label: 'Add teachers',
    says: 'Create their accounts, and make them owners of classes.',
    to: '/admin/dashboard/staff',
  },
  students: {
    label: 'Import students',
    says: 'Upload the student list, or let students register.',
    to: '/admin/dashboard/students',
  },
  backup: {
    label: 'Set up backups',
    says: 'Run “npm run backup” on the server every night.',
  },
  members: {
    label: 'Add students to a class',
    says: 'Upload a list, or give students the code of the class.',
    to: '/admin/dashboard/classes',
  },
  work: {
    label: 'Create an assignment or a test',
    says: 'Write a first assignment; a test can stay a draft.',
    to: '/admin/create-assignment',
  },
  shown: {
    label: 'Show it to students',
    says: 'Publish the test, or show the assignment.',
    to: '/admin/dashboard/quizview',
  },
  marked: {
    label: 'See the first results',
    says: 'Mark a hand-in, or wait for the first submission of a test.',
    to: '/admin/dashboard/submissions',
  },
};

/** First steps of a new admin or teacher. They tick themselves; when all are done, nothing is shown. */
export function FirstSteps({ userId }: { userId: string }) {
  const [isDismissed, setIsDismissed] = useState(() => areStepsDismissed(userId));
  const { data = [] } = useQuery({
    ...queryOf(getFirstSteps, {}),
    enabled: !isDismissed,
    refetchOnMount: 'always',
  });
  if (isDismissed || data.every(({ isDone }) => isDone)) return null;
  return (
    <Paper withBorder component="section" className={classes.panel} aria-labelledby="first-steps">
      <Title order={2} id="first-steps" className={classes.heading ?? ''}>
        First steps
      </Title>
      <ul className={classes.steps}>
        {data.map(({ step, isDone }) => (
          <li key={step}>
            <StepLine step={steps[step]} isDone={isDone} />
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        size="compact-sm"
        ml="md"
        mb="md"
        onClick={() => {
          dismissSteps(userId);
          setIsDismissed(true);
        }}
      >
        Dismiss first steps
      </Button>
    </Paper>
  );
}

function StepLine({ step: { label, says, to }, isDone }: { step: Step; isDone: boolean }) {
  const Icon = isDone ? IconCircleCheck : IconCircle;
  const content = (
    <>
      <span>
        <span className={to === undefined ? classes.task : classes.label}>{label}</span>
        <Text component="span" size="sm" c="dimmed" display="block">
          {isDone ? 'Done' : says}
        </Text>
      </span>
      <Icon size={18} aria-hidden />
    </>
  );
  return to === undefined ? (
    <div className={classes.step}>{content}</div>
  ) : (
    <Link to={to} className={classes.step}>
      {content}
    </Link>
  );
}
