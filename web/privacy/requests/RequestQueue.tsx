import { Button, Group, Radio, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type QueuedRequest,
  answerRequest,
  listRequests,
} from '@vlabs/contract/privacy/data-requests';
import { useState } from 'react';
import { call } from '../../platform/calls/call.ts';
import { fieldErrors } from '../../platform/calls/form-errors.ts';
import { queryOf, useRefresh } from '../../platform/calls/query-of.ts';
import { Moment } from '../../ui/dates/Moment.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form, useForm } from '../../ui/Form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { kindWords } from './request-words.ts';

/** Data requests of users, next due first. */
export function RequestQueue() {
  const query = useQuery(queryOf(listRequests, {}));
  const [answered, setAnswered] = useState<QueuedRequest | null>(null);
  return (
    <>
      <Loaded query={query} failure="The requests could not be loaded.">
        {({ requests, total }) =>
          total === 0 ? (
            <Text c="dimmed">No open requests.</Text>
          ) : (
            <>
              <DataTable
                label="Requests"
                columns={columnsOf(setAnswered)}
                rows={requests}
                rowId={({ requestId }) => requestId}
                sortedAtFirst={{ column: '', direction: 'ascending' }}
              />
              {total > requests.length && (
                <Text mt="sm">{`Showing the next ${requests.length} of ${total}.`}</Text>
              )}
            </>
          )
        }
      </Loaded>
      {answered && <AnswerDialog request={answered} onClose={() => setAnswered(null)} />}
    </>
  );
}

const columnsOf = (onAnswer: (request: QueuedRequest) => void): Column<QueuedRequest>[] => [
  { id: 'name', label: 'Name', cell: ({ name }) => name },
  { id: 'id', label: 'Roll number', isCode: true, cell: ({ personId }) => personId },
  { id: 'kind', label: 'Request', cell: ({ kind }) => kindWords[kind] },
  {
    id: 'text',
    label: 'About',
    cell: ({ text }) => (
      <Text size="sm" maw="30rem" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    ),
  },
  { id: 'due', label: 'Due', cell: ({ dueAt }) => <Moment at={dueAt} /> },
  {
    id: 'answer',
    label: 'Answer',
    cell: (request) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Answer ${request.name}`}
        onClick={() => onAnswer(request)}
      >
        Answer
      </Button>
    ),
  },
];

function AnswerDialog({ request, onClose }: { request: QueuedRequest; onClose: () => void }) {
  const { requestId, kind, name, text } = request;
  const refresh = useRefresh(listRequests);
  const form = useForm({
    initial: { state: 'done', answer: '' },
    check: (values) => fieldErrors(answerRequest.body, values),
    send: (values) =>
      call(answerRequest, { params: { requestId }, body: answerRequest.body.parse(values) }),
    onSent: ({ message }) => {
      if (message !== undefined) toastSuccess(message);
      onClose();
      return refresh();
    },
  });
  return (
    <Dialog title={`${kindWords[kind]}: ${name}`} onClose={onClose}>
      <Form form={form} submitLabel="Send answer" onCancel={onClose}>
        <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{text}</Text>
        <Radio.Group
          label="Your answer"
          value={form.values.state}
          onChange={(state) => form.setValues((before) => ({ ...before, state }))}
        >
          <Group gap="md" mt="xs">
            <Radio value="done" label="Done" />
            <Radio value="refused" label="Refused" />
          </Group>
        </Radio.Group>
        <Textarea
          label="What was done, or why it was refused"
          autosize
          minRows={2}
          data-autofocus
          {...form.field('answer')}
        />
      </Form>
    </Dialog>
  );
}
