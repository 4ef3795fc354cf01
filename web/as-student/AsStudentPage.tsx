import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AsStudent, seeAsStudent } from '@vlabs/contract/overview/student-work';
import { Link, useParams } from 'react-router';
import { AssignmentCards } from '../assignments/AssignmentCards.tsx';
import { CallError } from '../platform/calls/call.ts';
import { queryOf } from '../platform/calls/query-of.ts';
import { serverNowMs } from '../platform/calls/server-time.ts';
import { StudentQuizCards } from '../quizzes/list/StudentQuizCards.tsx';
import { NotFoundPage } from '../ui/frame/NotFoundPage.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { Loaded } from '../ui/states.tsx';
import classes from './AsStudentPage.module.css';
import { pathOfStudent } from '../students/student-columns.tsx';

/**
 * A student's tests and assignments as the student sees them. Each visit is recorded in the audit
 * log.
 */
export function AsStudentPage() {
  const { rollNo = '' } = useParams();
  const query = useQuery({
    ...queryOf(seeAsStudent, { params: { rollNumber: rollNo } }),
    // Fetched once, so that a visit leaves one audit entry.
    staleTime: Infinity,
  });
  const { error } = query;
  if (error instanceof CallError && error.status === 404) return <NotFoundPage />;
  return (
    <Page heading="Seen as a student">
      <Loaded query={query} failure="The pages of the student could not be loaded.">
        {(seen) => <Seen seen={seen} />}
      </Loaded>
    </Page>
  );
}

function Seen({ seen }: { seen: AsStudent }) {
  const { name, rollNumber, quizzes, assignments } = seen;
  return (
    <Stack gap="xl">
      <section className={classes.strip} aria-label="Student">
        <Text size="sm">
          This is what {name} ({rollNumber}) sees of your classes. You can’t change anything here.
        </Text>
        <Anchor component={Link} to={pathOfStudent(rollNumber)} size="sm">
          Back to the student
        </Anchor>
      </section>
      <section aria-label="Tests">
        <Title order={2} mb="md">
          Tests
        </Title>
        {quizzes.length === 0 ? (
          <Text c="dimmed">No tests yet</Text>
        ) : (
          <StudentQuizCards quizzes={quizzes} now={serverNowMs()} />
        )}
      </section>
      <section aria-label="Assignments">
        <Title order={2} mb="md">
          Assignments
        </Title>
        {assignments.length === 0 ? (
          <Text c="dimmed">No assignments yet</Text>
        ) : (
          <AssignmentCards assignments={assignments} canHandIn={false} isSeenOnly />
        )}
      </section>
    </Stack>
  );
}
