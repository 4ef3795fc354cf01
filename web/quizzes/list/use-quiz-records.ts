import { useQuery } from '@tanstack/react-query';
import { listQuizzes } from '@vlabs/contract/quizzes/quizzes';
import { call } from '../../platform/calls/call.ts';

export const quizRecordsKey = ['quizzes'] as const;

/** All quizzes and drafts, without their questions. */
export function useQuizRecords() {
  return useQuery({
    queryKey: quizRecordsKey,
    queryFn: async ({ signal }) => {
      const query = { questions: 'none' as const };
      return (await call(listQuizzes, { query }, { signal })).updatedQuizData;
    },
  });
}
