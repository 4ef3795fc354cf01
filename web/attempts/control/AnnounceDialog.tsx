import { Textarea } from '@mantine/core';
import { announce } from '@vlabs/contract/attempts/attempt-control';
import { useState } from 'react';
import { useReachesAll } from '../../platform/calls/use-account.ts';
import { call } from '../../platform/calls/call.ts';
import { ControlDialog } from './ControlDialog.tsx';
import { useControl } from './use-control.ts';

interface AnnounceDialogProps {
  uniqueId: string;
  /** Undefined for the whole campus. */
  classId: string | undefined;
  onClose: () => void;
}

export function AnnounceDialog({ uniqueId, classId, onClose }: AnnounceDialogProps) {
  const reachesAll = useReachesAll(classId);
  const [text, setText] = useState('');
  const { send, isPending, refusal, fields } = useControl(
    uniqueId,
    () => call(announce, { params: { uniqueId }, body: { text } }),
    onClose,
  );
  return (
    <ControlDialog
      title={reachesAll ? 'Announce to the class' : 'Announce to your sections'}
      consequence={`${reachesAll ? 'Every student' : 'Every student in your sections'} taking this test sees it immediately, and so do those who start later. You can’t take it back.`}
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
