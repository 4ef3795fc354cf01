import { useMutation, useQuery } from '@tanstack/react-query';
import * as contract from '@vlabs/contract/similarity/similarity';
import * as inTests from '@vlabs/contract/similarity/similarity-in-tests';
import { hasEnded } from '@vlabs/contract/http/tasks';
import { call, messageOf } from '../platform/calls/call.ts';
import { queryOf, useRefresh } from '../platform/calls/query-of.ts';
import { useTask } from '../platform/calls/use-task.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';
import type { Subject } from './subject.ts';

export function isUnderWay(similarity: contract.Similarity | undefined): boolean {
  const state = similarity?.comparison?.state;
  return state !== undefined && !hasEnded(state);
}

/** The parameters of calls about a question. */
const paramsOf = ({ quiz, number }: { quiz: string; number: string }) => ({
  uniqueId: quiz,
  number,
});

const useRefreshed = () => useRefresh(contract.getSimilarity, inTests.getTestSimilarity);

/** The results, and the progress of a running comparison from 0 to 1. */
export function useSimilarity(subject: Subject) {
  const query = useQuery(
    'quiz' in subject
      ? queryOf(inTests.getTestSimilarity, { params: paramsOf(subject) })
      : queryOf(contract.getSimilarity, { params: { id: subject.assignment } }),
  );
  const refresh = useRefreshed();
  const id = query.data?.comparison?.id;
  const isFollowed = isUnderWay(query.data) && id !== undefined;
  const now = useTask(isFollowed ? { kind: 'comparison', id } : null, refresh);
  return { query, part: now?.done ?? query.data?.comparison?.progress ?? 0 };
}

/** Starts a comparison, or stops the running one. */
export function useComparison(subject: Subject) {
  const refresh = useRefreshed();
  return useMutation({
    mutationFn: (wanted: 'start' | 'stop') => {
      if ('quiz' in subject) {
        const params = paramsOf(subject);
        return wanted === 'start'
          ? call(inTests.startTestComparison, { params })
          : call(inTests.stopTestComparison, { params });
      }
      const params = { id: subject.assignment };
      return wanted === 'start'
        ? call(contract.startComparison, { params })
        : call(contract.stopComparison, { params });
    },
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (error) => toastError(messageOf(error)),
    onSettled: refresh,
  });
}

/** Two programs, by hand-in or roll number. */
export function useSimilarPair(
  subject: Subject,
  { one, other, language }: { one: string; other: string; language: string },
) {
  const query = { language };
  return useQuery(
    'quiz' in subject
      ? queryOf(inTests.getSimilarPairOfTest, {
          params: { ...paramsOf(subject), userId: one, otherUserId: other },
          query,
        })
      : queryOf(contract.getSimilarPair, { params: { handInId: one, otherId: other }, query }),
  );
}
