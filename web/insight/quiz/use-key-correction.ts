import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getQuizPerformance } from '@vlabs/contract/insight/insight';
import {
  type Key,
  correctKey,
  judgeByKey,
  previewKeyCorrection,
} from '@vlabs/contract/insight/key-corrections';
import { call, messageOf, refusedFields } from '../../platform/calls/call.ts';
import { queryOf, useRefresh } from '../../platform/calls/query-of.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';

interface Question {
  uniqueId: string;
  number: number;
}

const ASK_AGAIN_MS = 2000;

interface Correction {
  key: Key;
  /** Scores that would fall stay as they are. */
  neverLower: boolean;
}

/** Previews the effect of a key on every score; loaded again for each choice, and cached briefly. */
export function useKeyPreview(
  { uniqueId, number }: Question,
  { key, neverLower }: Correction,
  isAsked: boolean,
) {
  return useQuery({
    ...queryOf(previewKeyCorrection, { params: { uniqueId }, body: { number, key, neverLower } }),
    enabled: isAsked,
    // Programs are being run on the changed test cases.
    refetchInterval: ({ state }) => (state.data && state.data.toJudge > 0 ? ASK_AGAIN_MS : false),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Has the submitted programs run on the test cases of a key. */
export function useJudgeByKey({ uniqueId, number }: Question) {
  const refresh = useRefresh(previewKeyCorrection);
  return useMutation({
    mutationFn: (key: Key) => call(judgeByKey, { params: { uniqueId }, body: { number, key } }),
    onSuccess: refresh,
    onError: (refused) => toastError(messageOf(refused)),
  });
}

export function useCorrectKey({ uniqueId, number }: Question, whenDone: () => void) {
  const refresh = useRefresh(getQuizPerformance, previewKeyCorrection);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (correction: Correction & { keyVersion: number; reason: string }) =>
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
