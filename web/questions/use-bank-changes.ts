import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type BankLabels,
  deleteBankQuestion,
  labelBankQuestion,
} from '@vlabs/contract/quizzes/question-bank';
import { call, messageOf } from '../platform/calls/call.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';

/** What can be changed of a question of the bank. */
export function useBankChanges(questionId: string, onLabelled: () => void) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: async (labels: BankLabels | null) => {
      const params = { questionId };
      return labels === null
        ? call(deleteBankQuestion, { params })
        : call(labelBankQuestion, { params, body: labels });
    },
    onSuccess: async ({ message }, labels) => {
      toastSuccess(message);
      if (labels !== null) onLabelled();
      await queries.invalidateQueries({ queryKey: ['question-bank'] });
    },
    onError: (error) => toastError(messageOf(error)),
  });
  return {
    isBusy: change.isPending,
    label: (labels: BankLabels) => change.mutate(labels),
    takeOut: () => change.mutate(null),
  };
}
