import { NumberInput, TextInput } from '@mantine/core';
import { type AttemptRow, reopenAttempt } from '@vlabs/contract/attempts/attempt-control';
import { useState } from 'react';
import { call } from '../../platform/calls/call.ts';
import { ControlDialog } from './ControlDialog.tsx';
import { useControl } from './use-control.ts';

interface ReopenDialogProps {
  uniqueId: string;
  student: AttemptRow;
  onClose: () => void;
}

export function ReopenDialog({ uniqueId, student, onClose }: ReopenDialogProps) {
  const { userId, name } = student;
  const [minutes, setMinutes] = useState<string | number>(10);
  const [reason, setReason] = useState('');
  const { send, isPending, refusal, fields } = useControl(
    uniqueId,
    () =>
      call(reopenAttempt, {
        params: { uniqueId },
        body: { userId, minutes: Number(minutes), reason },
      }),
    onClose,
  );
  return (
    <ControlDialog
      title={`Reopen the attempt of ${name}?`}
      consequence="The student can change the submitted answers until the time is over. The first submission stays in the timeline."
      confirmLabel="Reopen"
      isBusy={isPending}
      refusal={refusal}
      onConfirm={() => send(undefined)}
      onClose={onClose}
    >
      <NumberInput
        label="Minutes from now"
        required
        min={1}
        max={1440}
        value={minutes}
        error={fields['minutes']}
        onChange={setMinutes}
      />
      <TextInput
        label="Reason"
        required
        value={reason}
        error={fields['reason']}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ControlDialog>
  );
}
