import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getQuizPerformance } from '@vlabs/contract/insight';
import {
  type Key,
  correctKey,
  previewKeyCorrection,
} from '@vlabs/contract/quizzes/key-corrections';
import { call, messageOf, refusedFields } from '../../platform/calls/call.ts';
import { queryOf, useRefresh } from '../../platform/calls/query-of.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';

interface Question {
  uniqueId: string;
  number: number;
}

/** Previews the effect of a key on every score; loaded again for each choice, and cached briefly. */
export function useKeyPreview({ uniqueId, number }: Question, key: Key, isAsked: boolean) {
  return useQuery({
    ...queryOf(previewKeyCorrection, { params: { uniqueId }, body: { number, key } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

export function useCorrectKey({ uniqueId, number }: Question, whenDone: () => void) {
  const refresh = useRefresh(getQuizPerformance, previewKeyCorrection);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (correction: { key: Key; keyVersion: number; reason: string }) =>
      call(correctKey, { params: { uniqueId }, body: { number, ...correction } }),
    onSuccess: async ({ message }) => {
      if (message !== undefined) toastSuccess(message);
      await refresh();
      whenDone();
    },
    onError: async (refused) => {
      toastError(messageOf(refused));
      await refresh();
    },
  });
  return { correct: mutate, isPending, refusal: error, fields: refusedFields(error) };
}
