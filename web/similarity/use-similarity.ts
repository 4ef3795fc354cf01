import { useMutation, useQuery } from '@tanstack/react-query';
import * as contract from '@vlabs/contract/assignments/similarity';
import { call, messageOf } from '../platform/calls/call.ts';
import { queryOf, useRefresh } from '../platform/calls/query-of.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';

/** While programs are compared, the page asks this often how far it is. */
const ASK_AGAIN_MS = 1000;

export function isUnderWay(state: contract.ComparisonState | undefined): boolean {
  return state === 'waiting' || state === 'running';
}

export function useSimilarity(assignment: string) {
  return useQuery({
    ...queryOf(contract.getSimilarity, { params: { id: assignment } }),
    refetchInterval: ({ state }) => isUnderWay(state.data?.comparison?.state) && ASK_AGAIN_MS,
  });
}

/** Starts a comparison, or stops the one that is under way. */
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
