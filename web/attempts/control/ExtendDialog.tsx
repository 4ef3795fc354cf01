import { NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { type AttemptRow, extendAttempts } from '@vlabs/contract/attempts/attempt-control';
import { USUAL_FACTOR } from '@vlabs/contract/attempts/attempts';
import { type Audience, EVERYONE } from '@vlabs/contract/students/audience';
import { useState } from 'react';
import { call } from '../../platform/calls/call.ts';
import { AudiencePicker } from '../../students/AudiencePicker.tsx';
import { ControlDialog } from './ControlDialog.tsx';
import { useControl } from './use-control.ts';

const USUAL_MINUTES = 10;

interface ExtendDialogProps {
  uniqueId: string;
  /** The class of the test; undefined for the whole campus. */
  classId: string | undefined;
  /** Null: the recipients are chosen in the dialog. */
  student: AttemptRow | null;
  onClose: () => void;
}

/** Gives extra time in minutes or as a factor of the time limit. */
export function ExtendDialog({ uniqueId, classId, student, onClose }: ExtendDialogProps) {
  const [audience, setAudience] = useState<Audience>(
    student === null
      ? { ...EVERYONE, ...(classId !== undefined && { inClass: { classId, sections: [] } }) }
      : { ...EVERYONE, everyone: false, rollNumbers: [student.userId] },
  );
  const [kind, setKind] = useState('minutes');
  const [minutes, setMinutes] = useState<string | number>(USUAL_MINUTES);
  const [factor, setFactor] = useState<string | number>(USUAL_FACTOR);
  const [reason, setReason] = useState('');
  const { everyone, courses, years, rollNumbers, inClass } = audience;
  const chosen = { userIds: rollNumbers, courses, years, sections: inClass?.sections };
  const { send, isPending, refusal, fields } = useControl(
    uniqueId,
    () =>
      call(extendAttempts, {
        params: { uniqueId },
        body: {
          ...(everyone ? { userIds: 'all' as const } : chosen),
          ...(kind === 'minutes' ? { minutes: Number(minutes) } : { factor: Number(factor) }),
          reason,
        },
      }),
    onClose,
  );

  return (
    <ControlDialog
      title={student === null ? 'Give extra time' : `Extra time for ${student.name}`}
      consequence="Open pages show the new time within seconds. Students who have not started get it when they start."
      confirmLabel="Give extra time"
      isBusy={isPending}
      refusal={refusal}
      onConfirm={() => send(undefined)}
      onClose={onClose}
    >
      {student === null && (
        <AudiencePicker
          audience={audience}
          onChange={setAudience}
          error={fields['userIds'] ?? null}
        />
      )}
      <SegmentedControl
        aria-label="Kind of extra time"
        value={kind}
        onChange={setKind}
        data={[
          { value: 'minutes', label: 'Minutes' },
          { value: 'factor', label: 'Factor of the time limit' },
        ]}
      />
      {kind === 'minutes' ? (
        <NumberInput
          label="Extra minutes"
          required
          min={1}
          max={1440}
          value={minutes}
          error={fields['minutes']}
          onChange={setMinutes}
        />
      ) : (
        <NumberInput
          label="Factor"
          description="1.333 adds 20 minutes per hour."
          required
          min={1}
          max={5}
          step={0.1}
          decimalScale={3}
          value={factor}
          error={fields['factor']}
          onChange={setFactor}
        />
      )}
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
