import { useQuery } from '@tanstack/react-query';
import { listQuizPages } from '@vlabs/contract/quizzes/quiz-lists';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { queryOf } from '../../platform/calls/query-of.ts';

/** What the quiz is about, and how long; null until it is known. */
export function useQuizDetails(uniqueId: string): QuizRecord['formDetails'] | null {
  const { data } = useQuery(queryOf(listQuizPages, { query: { uniqueId } }));
  const quiz = data?.quizzes.find(({ unique_id }) => unique_id === uniqueId);
  return quiz?.formDetails ?? null;
}
