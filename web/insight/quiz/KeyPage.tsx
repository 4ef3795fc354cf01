import { Anchor, Skeleton } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { messageOf } from '../../platform/calls/call.ts';
import { NotFoundPage } from '../../ui/frame/NotFoundPage.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { Failed } from '../../ui/states.tsx';
import { KeyForm } from './KeyForm.tsx';
import { useQuizPerformance } from '../use-performance.ts';

/** Another key for a question after the test: first what it would do, then for good. */
export function KeyPage() {
  const { uniqueId = '', number = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuizPerformance(uniqueId);
  const item = data?.questions.find((question) => String(question.number) === number);
  if (data && !item) return <NotFoundPage />;
  return (
    <Page
      heading={`Correct the key of question ${number}`}
      width="reading"
      introduction={
        <Anchor component={Link} to={`/admin/dashboard/performance?quiz=${uniqueId}`}>
          Back to {data ? data.quiz.topic || data.quiz.subjectId : 'the quiz'}
        </Anchor>
      }
    >
      {error && data === undefined && (
        <Failed
          message={`The question could not be loaded. ${messageOf(error)}`}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!data && !error && <Skeleton height={320} aria-label="Loading..." />}
      {item && <KeyForm key={item.number} uniqueId={uniqueId} item={item} />}
    </Page>
  );
}
