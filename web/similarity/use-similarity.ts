import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LanguageId } from '@vlabs/contract/running/languages';
import * as contract from '@vlabs/contract/assignments/similarity';
import { call, messageOf } from '../platform/calls/call.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';

/** While programs are compared, the page asks this often how far it is. */
const ASK_AGAIN_MS = 1000;

const keyOf = (assignment: string) => ['similarity', assignment] as const;

export function isUnderWay(state: contract.ComparisonState | undefined): boolean {
  return state === 'waiting' || state === 'running';
}

export function useSimilarity(assignment: string) {
  return useQuery({
    queryKey: keyOf(assignment),
    queryFn: async ({ signal }) =>
      (await call(contract.getSimilarity, { params: { id: assignment } }, { signal })).data,
    refetchInterval: ({ state }) => isUnderWay(state.data?.comparison?.state) && ASK_AGAIN_MS,
  });
}

/** Starts a comparison, or stops the one that is under way. */
export function useComparison(assignment: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (wanted: 'start' | 'stop') =>
      call(wanted === 'start' ? contract.startComparison : contract.stopComparison, {
        params: { id: assignment },
      }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (error) => toastError(messageOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(assignment) }),
  });
}

export function useSimilarPair(
  assignment: string,
  asked: { handInId: string; otherId: string; language: string },
) {
  return useQuery({
    queryKey: [...keyOf(assignment), asked],
    queryFn: async ({ signal }) => {
      const { language, ...params } = asked;
      const query = { language: LanguageId.parse(Number(language)) };
      return (await call(contract.getSimilarPair, { params, query }, { signal })).data;
    },
  });
}
