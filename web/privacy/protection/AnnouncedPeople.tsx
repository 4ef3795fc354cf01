import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  type Announced,
  type DataProtection,
  ERASURE_NOTICE_HOURS,
  getDataProtection,
  withdrawErasure,
} from '@vlabs/contract/privacy/retention';
import { useState } from 'react';
import { call, messageOf } from '../../platform/calls/call.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { Moment } from '../../ui/dates/Moment.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { ErasePersonDialog } from './ErasePersonDialog.tsx';

const AS_GIVEN = { column: '', direction: 'ascending' } as const;

/** People who will be erased, with the dates. Students are notified beforehand. */
export function AnnouncedPeople({ protection }: { protection: DataProtection }) {
  const { announced, announcedTotal } = protection;
  const [isAsking, setIsAsking] = useState(false);
  const withdrawing = useWithdrawing();
  const columns = columnsOf(withdrawing.mutate);
  return (
    <>
      <Group mb="sm" justify="space-between" align="flex-end">
        <Text maw="44rem">
          Students get a notice {ERASURE_NOTICE_HOURS} hours before; tell staff and guests yourself.
          The rule for people finds those whose account is disabled, or whose classes have ended and
          who have not been active since.
        </Text>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          Erase a person
        </Button>
      </Group>
      {announcedTotal === 0 ? (
        <Text c="dimmed">Nobody will be erased.</Text>
      ) : (
        <DataTable
          label="People who will be erased"
          columns={columns}
          rows={announced}
          rowId={({ personId }) => personId}
          sortedAtFirst={AS_GIVEN}
        />
      )}
      {announcedTotal > announced.length && (
        <Text mt="sm">{`Showing the next ${announced.length} of ${announcedTotal}.`}</Text>
      )}
      {isAsking && <ErasePersonDialog onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** A person that the rule would find again needs a hold instead. */
function useWithdrawing() {
  const refresh = useRefresh(getDataProtection);
  return useMutation({
    mutationFn: (personId: string) => call(withdrawErasure, { params: { personId } }),
    onSuccess: ({ message }) => {
      if (message !== undefined) toastSuccess(message);
      return refresh();
    },
    onError: (error) => toastError(messageOf(error)),
  });
}

const columnsOf = (onStop: (personId: string) => void): Column<Announced>[] => [
  { id: 'name', label: 'Name', cell: ({ name }) => name },
  { id: 'id', label: 'Roll number', isCode: true, cell: ({ personId }) => personId },
  {
    id: 'due',
    label: 'Will be erased',
    cell: ({ dueAt, hasBegun }) => (hasBegun ? 'Being erased now' : <Moment at={dueAt} />),
  },
  { id: 'by', label: 'By', cell: ({ askedBy }) => askedBy ?? 'The rule for people' },
  {
    id: 'stop',
    label: 'Stop',
    cell: (person) =>
      !person.hasBegun && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Do not erase ${person.name}`}
          onClick={() => onStop(person.personId)}
        >
          Do not erase
        </Button>
      ),
  },
];
