import { useQuery } from '@tanstack/react-query';
import { listQuizzes, type QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { queryOf } from '../../platform/calls/query-of.ts';

/** What the quiz is about, and how long; null until it is known. */
export function useQuizDetails(uniqueId: string): QuizRecord['formDetails'] | null {
  // The same list that View Quizzes shows.
  const { data } = useQuery(queryOf(listQuizzes, { query: { questions: 'none' } }));
  const quiz = data?.updatedQuizData.find(({ unique_id }) => unique_id === uniqueId);
  return quiz?.formDetails ?? null;
}
