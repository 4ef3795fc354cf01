import { Skeleton, Text } from '@mantine/core';
import IconFilterOff from '~icons/filter-off';
import IconListCheck from '~icons/list-check';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { useLocation } from 'react-router';
import { serverNowMs } from '../../platform/calls/server-time.ts';
import { useSession } from '../../platform/calls/session.ts';
import { isRecord } from '../../platform/records.ts';
import { Counters } from '../../ui/Counters.tsx';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { ShowEarlier } from '../../ui/ShowEarlier.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { filterQuizzes, type QuizFilter } from './quiz-filter.ts';
import { QuizFilterBar } from './QuizFilterBar.tsx';
import classes from './QuizList.module.css';
import { captionOf } from '../../ui/list-caption.ts';
import { StudentQuizCards } from './StudentQuizCards.tsx';
import { StudentQuizAction } from './StudentQuizAction.tsx';
import { isOpen, type StudentStatus, studentStatuses, studentStatusOf } from './student-status.ts';
import { useNow } from '../../platform/use-now.ts';
import { useQuizFilter } from './use-quiz-filter.ts';
import { useStudentQuizzes } from './use-quiz-records.ts';

const COUNTDOWN_MS = 1000;

/** A student's tests: upcoming, submitted and expired. */
export function TestsPage() {
  const { user } = useSession();
  const userId = user?.id ?? '';
  const { filter, change } = useQuizFilter();
  const refusal = readRefusal(useLocation().state);
  const query = useStudentQuizzes(userId);
  return (
    <Page heading="Tests">
      <FormMessage message={refusal} />
      <TestCounters quizzes={query.data ?? null} caption={captionOf(query)} />
      <QuizFilterBar filter={filter} change={change} statuses={studentStatuses} />
      <Loaded
        query={query}
        waiting={<ListSkeleton />}
        failure={() => 'Failed to load quiz data.'}
        empty={
          query.hasNextPage ? (
            <Text c="dimmed">None from this term.</Text>
          ) : (
            <Empty icon={IconListCheck} title="No tests yet">
              Tests assigned to you appear here. You can start them when they open.
            </Empty>
          )
        }
      >
        {(quizzes) => <Cards quizzes={quizzes} filter={filter} />}
      </Loaded>
      <ShowEarlier query={query}>{`The ${query.data?.length ?? 0} latest are shown.`}</ShowEarlier>
    </Page>
  );
}

/** Why opening a test led back here. */
function readRefusal(state: unknown): string | null {
  const refusal = isRecord(state) ? state['refusal'] : null;
  return typeof refusal === 'string' ? refusal : null;
}

interface CountersProps {
  quizzes: QuizRecord[] | null;
  caption: string;
}

function TestCounters({ quizzes, caption }: CountersProps) {
  const count = (...statuses: StudentStatus[]) =>
    quizzes?.filter((quiz) => statuses.includes(studentStatusOf(quiz))).length ?? '–';
  return (
    <Counters
      counters={[
        { label: 'Total Assigned', value: quizzes?.length ?? '–', caption },
        { label: 'Total Pending', value: count('pending'), caption },
        { label: 'Total Submitted', value: count('submitted'), caption },
      ]}
    />
  );
}

function Cards({ quizzes, filter }: { quizzes: QuizRecord[]; filter: QuizFilter }) {
  // Updates every second; the time is the server's.
  useNow(COUNTDOWN_MS);
  const now = serverNowMs();
  const shown = filterQuizzes(quizzes, filter, studentStatusOf);
  if (shown.length === 0) {
    return (
      <Empty icon={IconFilterOff} title="No tests match">
        Try another search, status or day.
      </Empty>
    );
  }
  const open = shown.filter((quiz) => isOpen(quiz, now));
  const others = shown.filter((quiz) => !isOpen(quiz, now));
  const groups = [
    { label: 'Open now', quizzes: open },
    { label: 'Other tests', quizzes: others },
  ].filter(({ quizzes: some }) => some.length > 0);
  return groups.map(({ label, quizzes: some }) => (
    <section key={label} aria-label={label} className={classes.group}>
      {groups.length > 1 && (
        <Text fw={600} mb="sm" aria-hidden>
          {label}
        </Text>
      )}
      <StudentQuizCards
        quizzes={some}
        now={now}
        renderAction={(quiz) => <StudentQuizAction quiz={quiz} now={now} />}
      />
    </section>
  ));
}

function ListSkeleton() {
  return (
    <div className={classes.cards} aria-hidden>
      {[0, 1, 2].map((card) => (
        <Skeleton key={card} height={280} />
      ))}
    </div>
  );
}
