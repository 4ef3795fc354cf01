import { useQuery } from '@tanstack/react-query';
import { listQuizzes } from '@vlabs/contract/quizzes/quizzes';
import { queryOf } from '../../platform/calls/query-of.ts';

/** All quizzes and drafts, without their questions. */
export function useQuizRecords() {
  return useQuery({
    ...queryOf(listQuizzes, { query: { questions: 'none' } }),
    select: ({ updatedQuizData }) => updatedQuizData,
  });
}
