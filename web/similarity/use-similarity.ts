import { useMutation, useQuery } from '@tanstack/react-query';
import * as contract from '@vlabs/contract/assignments/similarity';
import { hasEnded } from '@vlabs/contract/tasks';
import { call, messageOf } from '../platform/calls/call.ts';
import { queryOf, useRefresh } from '../platform/calls/query-of.ts';
import { useTask } from '../platform/calls/use-task.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';

export function isUnderWay(similarity: contract.Similarity | undefined): boolean {
  const state = similarity?.comparison?.state;
  return state !== undefined && !hasEnded(state);
}

/** The results, and the progress of a running comparison from 0 to 1. */
export function useSimilarity(assignment: string) {
  const query = useQuery(queryOf(contract.getSimilarity, { params: { id: assignment } }));
  const refresh = useRefresh(contract.getSimilarity);
  const task = isUnderWay(query.data) ? { kind: 'comparison' as const, id: assignment } : null;
  const now = useTask(task, refresh);
  return { query, part: now?.done ?? query.data?.comparison?.progress ?? 0 };
}

/** Starts a comparison, or stops the running one. */
export function useComparison(assignment: string) {
  const refresh = useRefresh(contract.getSimilarity);
  return useMutation({
    mutationFn: (wanted: 'start' | 'stop') =>
      call(wanted === 'start' ? contract.startComparison : contract.stopComparison, {
        params: { id: assignment },
      }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (error) => toastError(messageOf(error)),
    onSettled: refresh,
  });
}
