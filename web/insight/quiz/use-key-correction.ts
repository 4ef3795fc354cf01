import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Key,
  correctKey,
  previewKeyCorrection,
} from '@vlabs/contract/quizzes/key-corrections';
import { call, messageOf } from '../../platform/calls/call.ts';
import { refusedFields } from '../../platform/calls/refused-fields.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';

interface Question {
  uniqueId: string;
  number: number;
}

/** What the key would do to every score; asked again with each choice, and never kept for long. */
export function useKeyPreview({ uniqueId, number }: Question, key: Key, isAsked: boolean) {
  return useQuery({
    queryKey: ['insight', 'key-preview', uniqueId, number, key],
    queryFn: async ({ signal }) => {
      const asked = { params: { uniqueId }, body: { number, key } };
      return (await call(previewKeyCorrection, asked, { signal })).data;
    },
    enabled: isAsked,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

export function useCorrectKey({ uniqueId, number }: Question, whenDone: () => void) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (correction: { key: Key; keyVersion: number; reason: string }) =>
      call(correctKey, { params: { uniqueId }, body: { number, ...correction } }),
    onSuccess: async ({ message }) => {
      if (message !== undefined) toastSuccess(message);
      await queryClient.invalidateQueries({ queryKey: ['insight'] });
      whenDone();
    },
    onError: async (refused) => {
      toastError(messageOf(refused));
      await queryClient.invalidateQueries({ queryKey: ['insight'] });
    },
  });
  return { correct: mutate, isPending, refusal: error, fields: refusedFields(error) };
}
