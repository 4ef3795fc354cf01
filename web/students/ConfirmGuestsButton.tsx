import { Button } from '@mantine/core';
import IconUserCheck from '~icons/user-check';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../platform/calls/call.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { toastError } from '../ui/toast.ts';
import { useConfirmGuests } from './use-registrations.ts';

interface ConfirmGuestsButtonProps {
  guests: number;
  /** Their roll numbers. */
  load: () => Promise<string[]>;
}

const countGuests = (count: number) => (count === 1 ? '1 guest' : `${count} guests`);

/** Makes students of guests: of exactly those whom the question counts. */
export function ConfirmGuestsButton({ guests, load }: ConfirmGuestsButtonProps) {
  const found = useMutation({
    mutationFn: load,
    onError: (error) => toastError(messageOf(error)),
  });
  const { mutate: confirm, isPending } = useConfirmGuests(found.reset);
  if (guests === 0 && !found.data) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserCheck size={16} aria-hidden />}
        loading={found.isPending}
        onClick={() => found.mutate()}
      >
        Confirm {countGuests(guests)}
      </Button>
      {found.data && (
        <ConfirmDialog
          title={`Confirm ${countGuests(found.data.length)}?`}
          consequence="They get what students get: tests, assignments and notices. Look at each roll number, name and email address first; this cannot be taken back."
          confirmLabel="Confirm"
          isBusy={isPending}
          onConfirm={() => confirm(found.data)}
          onCancel={found.reset}
        />
      )}
    </>
  );
}
