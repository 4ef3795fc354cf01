import { TextInput } from '@mantine/core';
import { type AttemptRow, endAttempt } from '@vlabs/contract/attempts/attempt-control';
import { useState } from 'react';
import { call } from '../../platform/calls/call.ts';
import { ControlDialog } from './ControlDialog.tsx';
import { useControl } from './use-control.ts';

interface EndDialogProps {
  uniqueId: string;
  student: AttemptRow;
  onClose: () => void;
}

export function EndDialog({ uniqueId, student, onClose }: EndDialogProps) {
  const { userId, name, answered } = student;
  const [reason, setReason] = useState('');
  const { send, isPending, refusal, fields } = useControl(
    uniqueId,
    () => call(endAttempt, { params: { uniqueId }, body: { userId, reason } }),
    onClose,
  );
  return (
    <ControlDialog
      title={`End the attempt of ${name}?`}
      consequence={`It is submitted now with its ${answered} saved answers. You can reopen it later.`}
      confirmLabel="End attempt"
      isBusy={isPending}
      refusal={refusal}
      onConfirm={() => send(undefined)}
      onClose={onClose}
    >
      <TextInput
        label="Reason"
        required
        data-autofocus
        value={reason}
        error={fields['reason']}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ControlDialog>
  );
}
