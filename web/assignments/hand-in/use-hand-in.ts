import { useMutation } from '@tanstack/react-query';
import { createHandIn, type NewHandIn } from '@vlabs/contract/assignments/hand-ins';
import { call, messageOf } from '../../platform/calls/call.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { useRefreshAssignments } from '../parts/use-assignments.ts';

/** Hands in for an assignment and refreshes the lists that show it. */
export function useHandIn(assignment: string) {
  const refresh = useRefreshAssignments();
  return useMutation({
    mutationFn: (body: NewHandIn) => call(createHandIn, { params: { id: assignment }, body }),
    onSuccess: async ({ message = 'Handed in.' }) => {
      toastSuccess(message);
      await refresh();
    },
    onError: (error) => toastError(`Your work was not handed in. ${messageOf(error)}`),
  });
}
