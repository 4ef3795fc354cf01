import { Button, Skeleton, Badge } from '@mantine/core';
import IconFilterOff from '~icons/filter-off';
import IconListCheck from '~icons/list-check';
import IconPlus from '~icons/plus';
import type { QuizRecord, QuizStatus } from '@vlabs/contract/quizzes/quizzes';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../platform/calls/call.ts';
import { useWrites } from '../../platform/calls/use-account.ts';
import { useClassInAddress } from '../../platform/use-class-in-address.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { ShowEarlier } from '../../ui/ShowEarlier.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { AdminQuizActions } from './AdminQuizActions.tsx';
import type { QuizFilter } from './quiz-filter.ts';
import { DETAILS_PATH } from '../quiz-paths.ts';
import { QuizCard } from './QuizCard.tsx';
import { QuizFilterBar } from './QuizFilterBar.tsx';
import classes from './QuizList.module.css';
import { type QuizAction, useQuizActions } from './use-quiz-actions.ts';
import { useQuizFilter } from './use-quiz-filter.ts';
import { useQuizPages } from './use-quiz-records.ts';
import IconCircleCheck from '~icons/circle-check';
import IconPencil from '~icons/pencil';

export function QuizViewPage() {
  const writes = useWrites();
  const { filter, change } = useQuizFilter();
  return (
    <Page
      heading="View Quizzes"
      action={
        writes && (
          <Button
            component={Link}
            to={DETAILS_PATH}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            Create Quiz
          </Button>
        )
      }
    >
      <QuizFilterBar filter={filter} change={change} statuses={['draft', 'published']} />
      <QuizList filter={useDeferredValue(filter)} />
    </Page>
  );
}

function QuizList({ filter }: { filter: QuizFilter }) {
  const actions = useQuizActions();
  const [asked, setAsked] = useState<Asked | null>(null);
  const inClass = useClassInAddress();
  const query = useQuizPages(filter, inClass);
  const { search, status, created } = filter;
  const isNarrowed = search.trim() !== '' || status !== 'all' || created !== '';
  const none = isNarrowed ? (
    <Empty icon={IconFilterOff} title="No tests match">
      Try another search, status or day.
    </Empty>
  ) : (
    <Empty
      icon={IconListCheck}
      title={inClass === null ? 'No tests yet' : 'This class has no tests yet'}
    >
      The tests you create appear here. Choose Create Quiz to make the first one.
    </Empty>
  );
  return (
    <>
      <Loaded
        query={query}
        waiting={<ListSkeleton />}
        failure="The tests could not be loaded."
        empty={none}
      >
        {(quizzes) => (
          <Cards
            quizzes={quizzes}
            hasMore={query.hasNextPage}
            busyId={actions.isPending ? actions.variables.uniqueId : null}
            refused={
              actions.isError
                ? { uniqueId: actions.variables.uniqueId, reason: messageOf(actions.error) }
                : null
            }
            onAction={(action, quiz) => {
              const question = questionBefore(action, quiz);
              if (question) setAsked({ ...question, action });
              else actions.mutate(action);
            }}
          />
        )}
      </Loaded>
      <ShowEarlier query={query} label={filter.isRecentFirst ? undefined : 'Show later ones'}>
        {`The ${query.data?.length ?? 0} ${filter.isRecentFirst ? 'newest' : 'oldest'} are shown.`}
      </ShowEarlier>
      {asked && (
        <ConfirmDialog
          {...asked}
          isBusy={actions.isPending}
          onConfirm={() => actions.mutate(asked.action, { onSettled: () => setAsked(null) })}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface CardsProps {
  quizzes: QuizRecord[];
  hasMore: boolean;
  busyId: string | null;
  /** The last refusal, shown at its card. */
  refused: { uniqueId: string; reason: string } | null;
  onAction: (action: QuizAction, quiz: QuizRecord) => void;
}

function Cards({ quizzes, hasMore, busyId, refused, onAction }: CardsProps) {
  return (
    <>
      <output className={classes.count}>
        {!hasMore && (quizzes.length === 1 ? '1 quiz' : `${quizzes.length} quizzes`)}
      </output>
      <ul className={classes.cards}>
        {quizzes.map((quiz) => (
          <li key={quiz.unique_id}>
            <QuizCard quiz={quiz} status={<QuizStatusLabel status={quiz.status} />}>
              <AdminQuizActions
                quiz={quiz}
                isBusy={busyId === quiz.unique_id}
                refusal={refused?.uniqueId === quiz.unique_id ? refused.reason : null}
                onAction={(action) => onAction(action, quiz)}
              />
            </QuizCard>
          </li>
        ))}
      </ul>
    </>
  );
}

interface Question {
  title: string;
  consequence: string;
  confirmLabel: string;
}
type Asked = Question & { action: QuizAction };

/** Confirmation for actions that students notice or that cannot be undone. */
function questionBefore(action: QuizAction, { formDetails }: QuizRecord): Question | null {
  const name = formDetails.topic || 'without a topic';
  if (action.do === 'delete') {
    return {
      title: 'Delete this test?',
      consequence: `${name} and its questions will be deleted. You can’t undo this.`,
      confirmLabel: 'Delete',
    };
  }
  if (action.do === 'set-status' && action.status === 'draft') {
    return {
      title: 'Withdraw this test?',
      consequence: `Students will no longer see ${name}. You can edit it and publish it again.`,
      confirmLabel: 'Withdraw',
    };
  }
  return null;
}

function ListSkeleton() {
  return (
    <div className={classes.cards} aria-hidden>
      {[0, 1, 2, 3].map((card) => (
        <Skeleton key={card} height={280} />
      ))}
    </div>
  );
}

/** The actual status of a test, for admins. */
function QuizStatusLabel({ status }: { status: QuizStatus }) {
  return status === 'draft' ? (
    <Badge variant="default" leftSection={<IconPencil size={12} aria-hidden />}>
      Draft
    </Badge>
  ) : (
    <Badge color="lagoon" variant="outline" leftSection={<IconCircleCheck size={12} aria-hidden />}>
      Published
    </Badge>
  );
}
