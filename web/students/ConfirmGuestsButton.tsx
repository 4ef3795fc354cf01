import { Button } from '@mantine/core';
import IconUserCheck from '~icons/user-check';
import { MAX_CONFIRMED } from '@vlabs/contract/people/student-accounts';
import type { Student } from '@vlabs/contract/people/students';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useConfirmGuests } from './use-registrations.ts';

/** Makes students of the guests among those who are shown. */
export function ConfirmGuestsButton({ students }: { students: Student[] }) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const { mutate: confirm, isPending } = useConfirmGuests(close);
  const guests = students.flatMap(({ isGuest, rollNumber }) => (isGuest ? [rollNumber] : []));
  const count = Math.min(guests.length, MAX_CONFIRMED);
  if (count === 0 && !isAsking) return null;
  const who = count === 1 ? '1 guest' : `${count} guests`;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserCheck size={16} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Confirm {who}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Confirm ${who}?`}
          consequence="They get what students get: tests, assignments and notices. Look at each roll number, name and email address first; this cannot be taken back."
          confirmLabel="Confirm"
          isBusy={isPending}
          onConfirm={() => confirm(guests)}
          onCancel={close}
        />
      )}
    </>
  );
}
