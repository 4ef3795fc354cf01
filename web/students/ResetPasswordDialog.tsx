import type { Student } from '@vlabs/contract/students/students';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { PasswordDialog } from '../staff/PasswordDialog.tsx';
import { useResetStudentPassword } from './list/use-students.ts';

interface ResetPasswordDialogProps {
  student: Student;
  onClose: () => void;
}

/** Asks for confirmation, then shows the new password once. */
export function ResetPasswordDialog({ student, onClose }: ResetPasswordDialogProps) {
  const { mutate: reset, data: password, isPending } = useResetStudentPassword(student.rollNumber);
  if (password === undefined) {
    return (
      <ConfirmDialog
        title="Reset the password?"
        consequence={`${student.name} will be signed out everywhere. The new password is shown only once.`}
        confirmLabel="Reset password"
        isBusy={isPending}
        onConfirm={() => reset()}
        onCancel={onClose}
      />
    );
  }
  return <PasswordDialog name={student.name} password={password} onClose={onClose} />;
}
