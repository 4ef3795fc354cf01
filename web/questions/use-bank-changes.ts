import { useMutation } from '@tanstack/react-query';
import {
  deleteBankQuestion,
  labelBankQuestion,
  listBankQuestions,
  shareBankQuestion,
} from '@vlabs/contract/questions/question-bank';
import { call, messageOf } from '../platform/calls/call.ts';
import { useRefresh } from '../platform/calls/query-of.ts';
import type { NewLabels } from './LabelForm.tsx';
import { toastError, toastSuccess } from '../ui/toast.ts';

/** The possible changes of a question of the bank. */
export function useBankChanges(questionId: string, onLabelled: () => void) {
  const refresh = useRefresh(listBankQuestions);
  const change = useMutation({
    mutationFn: async (labels: NewLabels | null) => {
      const params = { questionId };
      return labels === null
        ? call(deleteBankQuestion, { params })
        : call(labelBankQuestion, { params, body: labels });
    },
    onSuccess: async ({ message }, labels) => {
      toastSuccess(message);
      if (labels !== null) onLabelled();
      await refresh();
    },
    onError: (error) => toastError(messageOf(error)),
  });
  const share = useMutation({
    mutationFn: (isShared: boolean) =>
      call(shareBankQuestion, { params: { questionId }, body: { isShared } }),
    onSuccess: async ({ message }) => {
      toastSuccess(message);
      await refresh();
    },
    onError: (error) => toastError(messageOf(error)),
  });
  return {
    isBusy: change.isPending || share.isPending,
    share: (isShared: boolean) => share.mutate(isShared),
    label: (labels: NewLabels) => change.mutate(labels),
    takeOut: () => change.mutate(null),
  };
}
