import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import type { Student } from '@vlabs/contract/people/students';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useResetStudentPassword } from './use-students.ts';

interface ResetPasswordDialogProps {
  student: Student;
  onClose: () => void;
}

/** Asks, and then shows the new password once. */
export function ResetPasswordDialog({ student, onClose }: ResetPasswordDialogProps) {
  const { mutate: reset, data: password, isPending } = useResetStudentPassword(student.rollNumber);
  if (password === undefined) {
    return (
      <ConfirmDialog
        title="Reset the password?"
        consequence={`${student.name} is signed out everywhere at once. A new password is made and shown to you once.`}
        confirmLabel="Reset password"
        isBusy={isPending}
        onConfirm={() => reset()}
        onCancel={onClose}
      />
    );
  }
  return (
    <Dialog title={`New password of ${student.name}`}>
      <Stack gap="md">
        <Text>
          It is shown only now. Hand it over, and ask for it to be changed after the login.
        </Text>
        <Code fz="lg" p="sm">
          {password}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={password}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button data-autofocus onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
