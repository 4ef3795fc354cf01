import { useMutation } from '@tanstack/react-query';
import { showAssignment } from '@vlabs/contract/assignments/prepared';
import { call, messageOf } from '../../platform/calls/call.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { useRefreshAssignments } from '../parts/use-assignments.ts';

/** Shows a prepared assignment now, at a time, or not yet. */
export function useShowAssignment() {
  const refresh = useRefreshAssignments();
  return useMutation({
    mutationFn: ({ id, showFrom }: { id: string; showFrom: string }) =>
      call(showAssignment, { params: { id }, body: { showFrom } }),
    onSuccess: async ({ message }) => {
      toastSuccess(message);
      await refresh();
    },
    onError: (error) => toastError(messageOf(error)),
  });
}
