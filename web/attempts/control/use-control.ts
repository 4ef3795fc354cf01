import { useMutation } from '@tanstack/react-query';
import { listAttempts } from '@vlabs/contract/attempts/attempt-control';
import { messageOf, refusedFields } from '../../platform/calls/call.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';

/** A mutation on the attempts of a test; its dialog closes on success. */
export function useControl<Body>(
  uniqueId: string,
  send: (body: Body) => Promise<{ message?: string | undefined }>,
  onClose: () => void,
) {
  const refresh = useRefresh(listAttempts);
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: ({ message }) => {
      if (message !== undefined) toastSuccess(message);
      onClose();
      return refresh();
    },
    onError: (refused) => toastError(messageOf(refused)),
  });
  return {
    send: mutate,
    isPending,
    refusal: error && messageOf(error),
    fields: refusedFields(error),
  };
}
