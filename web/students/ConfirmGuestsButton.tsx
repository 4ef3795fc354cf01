import { Button, List, ScrollArea } from '@mantine/core';
import IconUserCheck from '~icons/user-check';
import { useMutation } from '@tanstack/react-query';
import type { Student } from '@vlabs/contract/students/students';
import { messageOf } from '../platform/calls/call.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { toastError } from '../ui/toast.ts';
import { useConfirmGuests } from './use-registrations.ts';

type Guest = Pick<Student, 'rollNumber' | 'name' | 'email'>;

interface ConfirmGuestsButtonProps {
  guests: number;
  load: () => Promise<Guest[]>;
}

const countGuests = (count: number) => (count === 1 ? '1 guest' : `${count} guests`);

/** Confirms exactly the guests listed in the question. */
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
          consequence="They’ll get tests, assignments and notices. Check each roll number, name and email address first. You can’t undo this."
          confirmLabel="Confirm"
          isBusy={isPending}
          onConfirm={() => confirm(found.data.map(({ rollNumber }) => rollNumber))}
          onCancel={found.reset}
        >
          <ScrollArea.Autosize
            mah="40vh"
            mt="sm"
            viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Guests' }}
          >
            <List listStyleType="none" spacing={6} size="sm">
              {found.data.map(({ rollNumber, name, email }) => (
                <List.Item key={rollNumber}>{[rollNumber, name, email].join(', ')}</List.Item>
              ))}
            </List>
          </ScrollArea.Autosize>
        </ConfirmDialog>
      )}
    </>
  );
}
