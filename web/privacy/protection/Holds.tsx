import { Button, Group, Text, TextInput, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  type DataProtection,
  type Hold,
  getDataProtection,
  liftHold,
  setHold,
} from '@vlabs/contract/privacy/retention';
import { useState } from 'react';
import { call, messageOf } from '../../platform/calls/call.ts';
import { fieldErrors } from '../../platform/calls/form-errors.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { Moment } from '../../ui/dates/Moment.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form, useForm } from '../../ui/Form.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';

/** People whose data is not erased. */
export function Holds({ protection: { holds, holdsTotal } }: { protection: DataProtection }) {
  const [isAdding, setIsAdding] = useState(false);
  const refresh = useRefresh(getDataProtection);
  const lifting = useMutation({
    mutationFn: (personId: string) => call(liftHold, { params: { personId } }),
    onSuccess: ({ message }) => {
      if (message !== undefined) toastSuccess(message);
      return refresh();
    },
    onError: (error) => toastError(messageOf(error)),
  });
  const columns = columnsOf(lifting.mutate);
  return (
    <>
      <Group mb="sm" justify="space-between" align="flex-end">
        <Text maw="44rem">
          While a person is on hold, none of their data is erased, for example during a dispute
          about marks.
        </Text>
        <Button variant="default" onClick={() => setIsAdding(true)}>
          Set a hold
        </Button>
      </Group>
      {holdsTotal === 0 ? (
        <Text c="dimmed">No holds.</Text>
      ) : (
        <DataTable
          label="Holds"
          columns={columns}
          rows={holds}
          rowId={({ personId }) => personId}
          sortedAtFirst={{ column: '', direction: 'ascending' }}
        />
      )}
      {holdsTotal > holds.length && (
        <Text mt="sm">{`Showing the last ${holds.length} of ${holdsTotal}.`}</Text>
      )}
      {isAdding && <HoldDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}

function HoldDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh(getDataProtection);
  const form = useForm({
    initial: { personId: '', reason: '' },
    check: ({ personId, reason }) => ({
      ...fieldErrors(setHold.params, { personId }),
      ...fieldErrors(setHold.body, { reason }),
    }),
    send: ({ personId, reason }) => call(setHold, { params: { personId }, body: { reason } }),
    onSent: ({ message }) => {
      if (message !== undefined) toastSuccess(message);
      onClose();
      return refresh();
    },
  });
  return (
    <Dialog title="Set a hold" onClose={onClose}>
      <Form form={form} submitLabel="Set hold" onCancel={onClose}>
        <TextInput label="Roll number or id" data-autofocus {...form.field('personId')} />
        <Textarea label="Reason" autosize minRows={2} {...form.field('reason')} />
      </Form>
    </Dialog>
  );
}

const columnsOf = (onLift: (personId: string) => void): Column<Hold>[] => [
  { id: 'name', label: 'Name', cell: ({ name }) => name },
  { id: 'id', label: 'Roll number', isCode: true, cell: ({ personId }) => personId },
  { id: 'reason', label: 'Reason', cell: ({ reason }) => reason },
  { id: 'by', label: 'Set by', cell: ({ setBy }) => setBy },
  { id: 'at', label: 'Since', cell: ({ setAt }) => <Moment at={setAt} /> },
  {
    id: 'lift',
    label: 'Lift',
    cell: ({ personId, name }) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Lift the hold on ${name}`}
        onClick={() => onLift(personId)}
      >
        Lift
      </Button>
    ),
  },
];
