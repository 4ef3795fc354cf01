import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  type StaffMember,
  changeStaff,
  listStaff,
  resetStaffPassword,
} from '@vlabs/contract/auth/staff';
import { useState } from 'react';
import { call, messageOf } from '../platform/calls/call.ts';
import { useRefresh } from '../platform/calls/query-of.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { toastError, toastSuccess } from '../ui/toast.ts';
import { PersonLinks } from '../sign-on/PersonLinks.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';

interface StaffDialogProps {
  person: StaffMember;
  onClose: () => void;
}

/** The rights and the account of a staff member. */
export function StaffDialog({ person, onClose }: StaffDialogProps) {
  const { personId, name } = person;
  const [isCampusAdmin, setIsCampusAdmin] = useState(person.isCampusAdmin);
  const [isDisabled, setIsDisabled] = useState(person.isDisabled);
  const [isResetting, setIsResetting] = useState(false);
  const refresh = useRefresh(listStaff);
  const saving = useMutation({
    mutationFn: () =>
      call(changeStaff, { params: { personId }, body: { isCampusAdmin, isDisabled } }),
    onSuccess: async ({ message }) => {
      if (message !== undefined) toastSuccess(message);
      onClose();
      await refresh();
    },
    onError: (error) => toastError(messageOf(error)),
  });
  const resetting = useMutation({
    mutationFn: async () =>
      (await call(resetStaffPassword, { params: { personId } })).data.password,
    onError: (error) => toastError(messageOf(error)),
  });
  if (resetting.data !== undefined) {
    return <PasswordDialog name={name} password={resetting.data} onClose={onClose} />;
  }
  if (isResetting) {
    return (
      <ConfirmDialog
        title="Reset the password?"
        consequence={`${name} will be signed out everywhere. The new password is shown only once.`}
        confirmLabel="Reset password"
        isBusy={resetting.isPending}
        onConfirm={() => resetting.mutate()}
        onCancel={() => setIsResetting(false)}
      />
    );
  }
  return (
    <Dialog title={name} onClose={onClose}>
      <Stack gap="md">
        <Checkbox
          label="Campus admin"
          description="Full access to the whole campus, including staff accounts."
          checked={isCampusAdmin}
          onChange={(event) => setIsCampusAdmin(event.currentTarget.checked)}
        />
        <Checkbox
          label="Account disabled"
          description="They’re signed out and can’t sign in. Their work is kept."
          checked={isDisabled}
          onChange={(event) => setIsDisabled(event.currentTarget.checked)}
        />
        {isDisabled && !person.isDisabled && person.lastOwnerOf > 0 && (
          <Text component="output" size="sm">
            {person.lastOwnerOf === 1 ? 'One class has' : `${person.lastOwnerOf} classes have`} no
            other owner. Campus admins manage these classes until they choose one.
          </Text>
        )}
        <PersonLinks personId={personId} />
        <Group justify="space-between">
          <Button variant="default" onClick={() => setIsResetting(true)}>
            Reset password
          </Button>
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={saving.isPending} onClick={() => saving.mutate()}>
              Save
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
}
