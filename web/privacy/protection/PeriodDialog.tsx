import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  COUNTED_ROWS,
  ERASURE_NOTICE_HOURS,
  MIN_RETENTION_MONTHS,
  type RuleState,
  getDataProtection,
  previewRetention,
  setRetention,
} from '@vlabs/contract/privacy/retention';
import { useState } from 'react';
import { call, messageOf } from '../../platform/calls/call.ts';
import { fieldErrors } from '../../platform/calls/form-errors.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { ruleWords } from './rule-words.ts';

/** Sets the period of a rule, with a preview of what it would erase now. */
export function PeriodDialog({ state, onClose }: { state: RuleState; onClose: () => void }) {
  const { rule } = state;
  const { name, after } = ruleWords[rule];
  const [isErased, setIsErased] = useState(state.months !== null);
  const [typed, setTyped] = useState(String(state.months ?? MIN_RETENTION_MONTHS));
  const months = isErased ? Number(typed) : null;
  const mistake = fieldErrors(setRetention.body, { months })['months'];
  const refresh = useRefresh(getDataProtection);
  const saving = useMutation({
    mutationFn: () => call(setRetention, { params: { rule }, body: { months } }),
    onSuccess: async () => {
      toastSuccess('Saved.');
      onClose();
      await refresh();
    },
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <Dialog title={`Period of ${name}`} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (mistake === undefined) saving.mutate();
        }}
      >
        <Stack gap="md">
          <Radio.Group
            label={ruleWords[rule].what}
            value={isErased ? 'erased' : 'kept'}
            onChange={(value) => setIsErased(value === 'erased')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="kept" label="Kept" data-autofocus />
              <Radio value="erased" label={`Erased ${after}`} />
            </Stack>
          </Radio.Group>
          {isErased && (
            <>
              <TextInput
                label="Months"
                description="At least 12, by law."
                inputMode="numeric"
                value={typed}
                error={mistake}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              />
              {mistake === undefined && months !== null && (
                <Preview key={months} rule={rule} months={months} />
              )}
              <Text size="sm">
                A shorter period takes effect {ERASURE_NOTICE_HOURS} hours after you save it. Erased
                data can’t be recovered.
              </Text>
            </>
          )}
          <FormMessage message={saving.error && messageOf(saving.error)} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** On demand, because counting takes a while. */
function Preview({ rule, months }: { rule: RuleState['rule']; months: number }) {
  const counting = useMutation({
    mutationFn: async () =>
      (await call(previewRetention, { params: { rule }, query: { months } })).data.rows,
    onError: (error) => toastError(messageOf(error)),
  });
  const { data: rows } = counting;
  return (
    <Group gap="sm">
      <Button
        size="xs"
        variant="default"
        loading={counting.isPending}
        onClick={() => counting.mutate()}
      >
        Count what would be erased now
      </Button>
      <Text component="output" size="sm">
        {rows !== undefined && describe(rule, rows)}
      </Text>
    </Group>
  );
}

function describe(rule: RuleState['rule'], rows: number): string {
  const count = rows >= COUNTED_ROWS ? `${COUNTED_ROWS} or more` : String(rows);
  const ofPeople = rule === 'people' || rule === 'programs';
  if (ofPeople) return `${count} ${rows === 1 ? 'person has' : 'people have'} left before that.`;
  return `${count} ${rows === 1 ? 'entry is' : 'entries are'} older than that.`;
}
