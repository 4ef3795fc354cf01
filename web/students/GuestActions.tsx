import { Button } from '@mantine/core';
import IconTrash from '~icons/trash';
import type { Student } from '@vlabs/contract/students/students';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ConfirmGuestsButton } from './ConfirmGuestsButton.tsx';
import { useRemoveGuest } from './use-registrations.ts';

/** Confirms a guest as a student, or removes someone who took another person's roll number. */
export function GuestActions({ guest }: { guest: Student }) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const { mutate: remove, isPending } = useRemoveGuest(guest.rollNumber, close);
  return (
    <>
      <ConfirmGuestsButton guests={1} load={async () => [guest]} />
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Remove guest
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Remove this guest?"
          consequence={`${guest.name} will be signed out, and their account and programs deleted. Do this if someone used another person’s roll number. ${guest.rollNumber} can then be registered again.`}
          confirmLabel="Remove guest"
          isBusy={isPending}
          onConfirm={() => remove()}
          onCancel={close}
        />
      )}
    </>
  );
}
