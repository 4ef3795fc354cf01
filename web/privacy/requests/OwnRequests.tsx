import { Badge, Group, Paper, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type DataRequest,
  REQUEST_DAYS,
  listOwnRequests,
  makeRequest,
} from '@vlabs/contract/privacy/data-requests';
import { call } from '../../platform/calls/call.ts';
import { fieldErrors } from '../../platform/calls/form-errors.ts';
import { queryOf, useRefresh } from '../../platform/calls/query-of.ts';
import { Moment } from '../../ui/dates/Moment.tsx';
import { Form, useForm } from '../../ui/Form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { kindWords, stateWords } from './request-words.ts';

/** Sends a request to correct or erase data, and shows the answers. */
export function OwnRequests() {
  const query = useQuery(queryOf(listOwnRequests, {}));
  return (
    <Stack gap="md" maw="40rem">
      <RequestForm />
      <Loaded query={query} waiting={null} failure="Your requests could not be loaded.">
        {(requests) => (
          <>
            {requests.map((request) => (
              <OwnRequest key={request.requestId} request={request} />
            ))}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function RequestForm() {
  const refresh = useRefresh(listOwnRequests);
  const form = useForm({
    initial: { kind: 'correction', text: '' },
    check: (values) => fieldErrors(makeRequest.body, values),
    send: (values) => call(makeRequest, { body: makeRequest.body.parse(values) }),
    onSent: ({ message }) => {
      if (message !== undefined) toastSuccess(message);
      form.setValues({ kind: 'correction', text: '' });
      return refresh();
    },
  });
  const { kind } = form.values;
  return (
    <Form form={form} submitLabel="Send request">
      <Text>
        Ask the institution to correct or erase data about you. It answers within {REQUEST_DAYS}{' '}
        days.
      </Text>
      <Radio.Group
        label="What should be done?"
        value={kind}
        onChange={(chosen) => form.setValues((before) => ({ ...before, kind: chosen }))}
      >
        <Group gap="md" mt="xs">
          <Radio value="correction" label="Correct it" />
          <Radio value="erasure" label="Erase it" />
        </Group>
      </Radio.Group>
      <Textarea label="What is it about?" autosize minRows={2} {...form.field('text')} />
    </Form>
  );
}

function OwnRequest({ request }: { request: DataRequest }) {
  const { kind, text, askedAt, dueAt, state, answer } = request;
  return (
    <Paper withBorder p="md" component="article" aria-label={kindWords[kind]}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{kindWords[kind]}</Text>
        <Badge variant="default">{stateWords[state ?? 'open']}</Badge>
      </Group>
      <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{text}</Text>
      <Text size="sm" c="dimmed">
        Asked <Moment at={askedAt} />
      </Text>
      {answer === null ? (
        <Text size="sm" c="dimmed">
          Answer due <Moment at={dueAt} />
        </Text>
      ) : (
        <Text mt="xs" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {answer}
        </Text>
      )}
    </Paper>
  );
}
