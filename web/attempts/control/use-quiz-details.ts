import { useQuery } from '@tanstack/react-query';
import { listQuizzes, type QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { call } from '../../platform/calls/call.ts';

/** What the quiz is about, and how long; null until it is known. */
export function useQuizDetails(uniqueId: string): QuizRecord['formDetails'] | null {
  const { data } = useQuery({
    // The same list that View Quizzes shows.
    queryKey: ['quizzes'],
    queryFn: async ({ signal }) =>
      (await call(listQuizzes, { query: { questions: 'none' } }, { signal })).updatedQuizData,
  });
  return data?.find(({ unique_id }) => unique_id === uniqueId)?.formDetails ?? null;
}
