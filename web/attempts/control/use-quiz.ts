import { useQuery } from '@tanstack/react-query';
import { listQuizPages } from '@vlabs/contract/attempts/quiz-lists';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { queryOf } from '../../platform/calls/query-of.ts';

/** Topic, duration and class of the test; null until known. */
export function useQuiz(uniqueId: string): QuizRecord | null {
  const { data } = useQuery(queryOf(listQuizPages, { query: { uniqueId } }));
  return data?.quizzes.find(({ unique_id }) => unique_id === uniqueId) ?? null;
}
