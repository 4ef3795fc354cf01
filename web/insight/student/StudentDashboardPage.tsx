import { Text, Title } from '@mantine/core';
import { useAssignments } from '../../assignments/parts/use-assignments.ts';
import { AddToCalendar } from '../../calendar/AddToCalendar.tsx';
import { useClassNames } from '../../classes/own/use-class-names.ts';
import { OwnClasses } from '../../classes/own/OwnClasses.tsx';
import { CallError } from '../../platform/calls/call.ts';
import { serverNowMs } from '../../platform/calls/server-time.ts';
import { isAdmin, useSession } from '../../platform/calls/session.ts';
import { useNow } from '../../platform/use-now.ts';
import { useQuizRecords } from '../../quizzes/list/use-quiz-records.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { Loaded, type LoadedProps } from '../../ui/states.tsx';
import { DueList } from './DueList.tsx';
import { listDueWork } from './due-work.ts';
import { OwnFeedback, OwnProgress, OwnResults, RecentRuns } from './OwnProgress.tsx';
import classes from './StudentDashboardPage.module.css';

const EVERY_SECOND_MS = 1000;

/** What is due and running, and recent results. */
export function StudentDashboardPage() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <Page heading="Dashboard" action={!isAdmin(user) && <AddToCalendar />}>
      <div className={classes.columns}>
        {!isAdmin(user) && <OwnWork />}
        {!isAdmin(user) && <OwnClasses />}
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

function OwnWork() {
  const quizzes = useQuizRecords();
  const names = useClassNames();
  const isSitting = quizzes.data?.some(({ deadline }) => deadline !== undefined) ?? false;
  // Counts the seconds of a running test; the time is the server's.
  useNow(isSitting ? EVERY_SECOND_MS : undefined);
  const now = serverNowMs();
  const { shutBecause, ...assignments } = openDuringTests(useAssignments());
  return (
    <Loaded query={together(quizzes, assignments)} failure="Your work could not be loaded.">
      {([ownQuizzes, ownAssignments]) => (
        <>
          {shutBecause !== null && <Text c="dimmed">{shutBecause}</Text>}
          <section aria-labelledby="due">
            <Title order={2} id="due" mb="xs">
              Due and running now
            </Title>
            <DueList work={listDueWork(ownQuizzes, ownAssignments, now)} now={now} names={names} />
          </section>
          <div className={classes.halves}>
            <OwnResults />
            <div className={classes.columns}>
              <OwnProgress quizzes={ownQuizzes} assignments={ownAssignments} />
              <OwnFeedback />
              <RecentRuns />
            </div>
          </div>
        </>
      )}
    </Loaded>
  );
}

/** Without assignments, and with the reason, while a test closes them: the test itself must be found. */
function openDuringTests<Item>(
  asked: Asked<Item[]>,
): Asked<Item[]> & { shutBecause: string | null } {
  const { error } = asked;
  const isShut = error instanceof CallError && error.code === 'closed_work';
  if (!isShut) return { ...asked, shutBecause: null };
  return { ...asked, data: [], error: null, isPending: false, shutBecause: error.message };
}

type Asked<Data> = LoadedProps<Data>['query'];

/** Combines two queries; loaded once both are. */
function together<One, Other>(one: Asked<One>, other: Asked<Other>): Asked<[One, Other]> {
  const { data } = one;
  return {
    data: data !== undefined && other.data !== undefined ? [data, other.data] : undefined,
    error: one.error ?? other.error,
    isPending: one.isPending || other.isPending,
    isFetching: one.isFetching || other.isFetching,
    refetch: () => Promise.all([one.refetch(), other.refetch()]),
  };
}
