import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getQuizPerformance } from '@vlabs/contract/insight/insight';
import { Link, useParams } from 'react-router';
import { queryOf } from '../../platform/calls/query-of.ts';
import { NotFoundPage } from '../../ui/frame/NotFoundPage.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { Loaded, PartSkeleton } from '../../ui/states.tsx';
import { KeyForm } from './KeyForm.tsx';

/** Corrects the key of a question after the test: preview, then apply. */
export function KeyPage() {
  const { uniqueId = '', number = '' } = useParams();
  const query = useQuery(queryOf(getQuizPerformance, { params: { uniqueId } }));
  const { data } = query;
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
      <Loaded
        query={query}
        waiting={<PartSkeleton height={320} />}
        failure="The question could not be loaded."
      >
        {() => item && <KeyForm key={item.number} uniqueId={uniqueId} item={item} />}
      </Loaded>
    </Page>
  );
}
