import { Title } from '@mantine/core';
import { useAssignments } from '../../assignments/use-assignments.ts';
import { AddToCalendar } from '../../calendar/AddToCalendar.tsx';
import { messageOf } from '../../platform/calls/call.ts';
import { serverNowMs } from '../../platform/calls/server-time.ts';
import { isAdmin, useSession } from '../../platform/calls/session.ts';
import { useNow } from '../../platform/use-now.ts';
import { useQuizRecords } from '../../quizzes/list/use-quiz-records.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { Failed, LinesSkeleton } from '../../ui/states.tsx';
import { DueList } from './DueList.tsx';
import { listDueWork } from './due-work.ts';
import { OwnFeedback, OwnProgress, OwnResults, RecentRuns } from './OwnProgress.tsx';
import classes from './StudentDashboardPage.module.css';

const EVERY_SECOND_MS = 1000;

/** What is due and running now, and what came of the rest. */
export function StudentDashboardPage() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <Page heading="Dashboard" action={!isAdmin(user) && <AddToCalendar />}>
      <div className={classes.columns}>
        {!isAdmin(user) && <OwnWork studentId={user.id} />}
        <section aria-labelledby="about-you">
          <Title order={2} id="about-you" mb="sm">
            About you
          </Title>
          <Facts
            facts={[
              { label: 'Name', value: user.name },
              { label: 'Roll number', value: user.id, isCode: true },
              { label: 'Email', value: user.email },
            ]}
          />
        </section>
      </div>
    </Page>
  );
}

function OwnWork({ studentId }: { studentId: string }) {
  const quizzes = useQuizRecords();
  const isSitting = quizzes.data?.some(({ deadline }) => deadline !== undefined) ?? false;
  // Counts the seconds of a running test; the time itself is the server's.
  useNow(isSitting ? EVERY_SECOND_MS : undefined);
  const now = serverNowMs();
  const assignments = useAssignments();
  if (quizzes.isPending || assignments.isPending) return <LinesSkeleton lines={8} />;
  if (quizzes.data === undefined || assignments.data === undefined) {
    return (
      <Failed
        message={`Your work could not be loaded. ${messageOf(quizzes.error ?? assignments.error)}`}
        onRetry={() => void Promise.all([quizzes.refetch(), assignments.refetch()])}
        isRetrying={quizzes.isFetching || assignments.isFetching}
      />
    );
  }
  return (
    <>
      <section aria-labelledby="due">
        <Title order={2} id="due" mb="xs">
          Due and running now
        </Title>
        <DueList work={listDueWork(quizzes.data, assignments.data, now)} now={now} />
      </section>
      <div className={classes.halves}>
        <OwnResults quizzes={quizzes.data} />
        <div className={classes.columns}>
          <OwnProgress quizzes={quizzes.data} assignments={assignments.data} />
          <OwnFeedback studentId={studentId} assignments={assignments.data} />
          <RecentRuns />
        </div>
      </div>
    </>
  );
}
