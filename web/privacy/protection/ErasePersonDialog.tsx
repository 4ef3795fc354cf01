import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  ERASURE_NOTICE_HOURS,
  type PersonPreview,
  erasePerson,
  getDataProtection,
  previewErasure,
} from '@vlabs/contract/privacy/retention';
import { useState } from 'react';
import { call, messageOf } from '../../platform/calls/call.ts';
import { fieldErrors } from '../../platform/calls/form-errors.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { formatShortDay } from '../../ui/dates/dates.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Form, useForm } from '../../ui/Form.tsx';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';

/**
 * Finds a person, shows their data, and schedules the erasure after the roll number was typed
 * again.
 */
export function ErasePersonDialog({ onClose }: { onClose: () => void }) {
  const [person, setPerson] = useState<PersonPreview | null>(null);
  const form = useForm({
    initial: { personId: '' },
    check: (values) => fieldErrors(previewErasure.params, values),
    send: (params) => call(previewErasure, { params }),
    onSent: ({ data }) => setPerson(data),
  });
  return (
    <Dialog title="Erase a person" onClose={onClose}>
      {person === null ? (
        <Form form={form} submitLabel="Show their data" onCancel={onClose}>
          <TextInput label="Roll number or id" data-autofocus {...form.field('personId')} />
        </Form>
      ) : (
        <Confirmation person={person} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Confirmation({ person, onClose }: { person: PersonPreview; onClose: () => void }) {
  const { personId, name, refusal, leftSince } = person;
  const [typed, setTyped] = useState('');
  const refresh = useRefresh(getDataProtection);
  const { mutate: erase, isPending } = useMutation({
    mutationFn: () => call(erasePerson, { params: { personId }, body: { confirmation: typed } }),
    onSuccess: async () => {
      toastSuccess(`${name} will be erased in ${ERASURE_NOTICE_HOURS} hours.`);
      onClose();
      await refresh();
    },
    onError: (error) => toastError(messageOf(error)),
  });
  const isTyped = typed.trim().toLowerCase() === personId.toLowerCase();
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { label: 'Name', value: name },
          { label: 'Roll number', value: personId, isCode: true },
          { label: 'Has left', value: leftSince === null ? 'No' : formatShortDay(leftSince) },
          { label: 'Attempts', value: String(person.attempts) },
          { label: 'Hand-ins', value: String(person.handIns) },
          { label: 'Drafts and versions', value: String(person.programs) },
          { label: 'Classes', value: String(person.memberships) },
        ]}
      />
      {refusal === '' ? (
        <>
          <Text>
            In {ERASURE_NOTICE_HOURS} hours their name is replaced by a placeholder and they can no
            longer sign in. Drafts and versions are deleted; attempts, hand-ins and marks are kept
            without the name. You can’t undo this afterwards.
          </Text>
          <TextInput
            label="Type the roll number to confirm"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </>
      ) : (
        <FormMessage message={refusal} />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          color="red.8"
          loading={isPending}
          disabled={refusal !== '' || !isTyped}
          onClick={() => erase()}
        >
          Erase this person
        </Button>
      </Group>
    </Stack>
  );
}
