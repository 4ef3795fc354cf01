import { NumberInput, TextInput } from '@mantine/core';
import { type ProgramOfAttempt, getPrograms, markProgram } from '@vlabs/contract/attempts/judging';
import { useState } from 'react';
import { call } from '../../platform/calls/call.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { ControlDialog } from './ControlDialog.tsx';
import { useControl } from './use-control.ts';

interface MarkDialogProps {
  uniqueId: string;
  userId: string;
  program: ProgramOfAttempt;
  onClose: () => void;
}

/** Gives a program points by hand; an empty field takes them back. */
export function MarkDialog({ uniqueId, userId, program, onClose }: MarkDialogProps) {
  const { number, points: before, maxPoints, isByHand } = program;
  // An edit names the points that it was made from, also if others were saved meanwhile.
  const [markVersion] = useState(program.markVersion);
  const [points, setPoints] = useState<string | number>(before ?? '');
  const [reason, setReason] = useState('');
  const refresh = useRefresh(getPrograms);
  const { send, isPending, refusal, fields } = useControl(
    uniqueId,
    async () => {
      const params = { uniqueId, userId, number: String(number) };
      const body = { points: points === '' ? null : Number(points), reason, markVersion };
      const reply = await call(markProgram, { params, body });
      await refresh();
      return reply;
    },
    onClose,
  );
  return (
    <ControlDialog
      title={`Points of question ${number}`}
      consequence="These points count instead of the test cases. The student sees the new score once it is released."
      confirmLabel="Save"
      isBusy={isPending}
      refusal={refusal}
      onConfirm={() => send(undefined)}
      onClose={onClose}
    >
      <NumberInput
        label={`Points of ${maxPoints}`}
        description={isByHand ? 'Leave it empty to let the test cases count again.' : undefined}
        min={0}
        max={maxPoints}
        decimalScale={2}
        value={points}
        error={fields['points']}
        onChange={setPoints}
      />
      <TextInput
        label="Reason"
        required
        maxLength={500}
        value={reason}
        error={fields['reason']}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ControlDialog>
  );
}
