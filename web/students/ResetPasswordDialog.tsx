import type { Student } from '@vlabs/contract/people/students';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { PasswordDialog } from '../staff/PasswordDialog.tsx';
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
  return <PasswordDialog name={student.name} password={password} onClose={onClose} />;
}
