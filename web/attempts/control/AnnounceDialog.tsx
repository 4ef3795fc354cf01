import { Textarea } from '@mantine/core';
import { announce } from '@vlabs/contract/quizzes/attempt-control';
import { useState } from 'react';
import { call } from '../../platform/calls/call.ts';
import { ControlDialog } from './ControlDialog.tsx';
import { useControl } from './use-control.ts';

export function AnnounceDialog({ uniqueId, onClose }: { uniqueId: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const { send, isPending, refusal, fields } = useControl(
    uniqueId,
    () => call(announce, { params: { uniqueId }, body: { text } }),
    onClose,
  );
  return (
    <ControlDialog
      title="Announce to the class"
      consequence="Everyone who sits this test sees it at once, and who starts later sees it too. It cannot be taken back."
      confirmLabel="Announce"
      isBusy={isPending}
      refusal={refusal}
      onConfirm={() => send(undefined)}
      onClose={onClose}
    >
      <Textarea
        label="Announcement"
        required
        data-autofocus
        autosize
        minRows={2}
        maxLength={500}
        value={text}
        error={fields['text']}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </ControlDialog>
  );
}
