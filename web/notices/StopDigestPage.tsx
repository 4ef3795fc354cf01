import { Anchor, Paper, Text } from '@mantine/core';
import { stopDigest } from '@vlabs/contract/notices/digest';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../platform/calls/call.ts';
import { Form, useForm } from '../ui/Form.tsx';
import { Page } from '../ui/frame/Page.tsx';

/** Ends the daily mail by a button, so that a mail scanner that opens the page ends nothing. */
export function StopDigestPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [answer, setAnswer] = useState<string | null>(null);
  const form = useForm({
    initial: {},
    check: () => ({}),
    send: () => call(stopDigest, { query: { token } }, { handlesSignedOut: true }),
    onSent: ({ message }) => setAnswer(message ?? null),
  });
  return (
    <Page heading="Daily mail with notices" width="form">
      <Paper withBorder p="lg">
        {answer === null ? (
          <Form form={form} submitLabel="End the daily mail">
            <Text>Press the button to get no more daily mails with your notices.</Text>
          </Form>
        ) : (
          <Text component="output" display="block">
            {answer} To get them again, choose them on your{' '}
            <Anchor component={Link} to="/account" underline="always">
              Account page
            </Anchor>
            .
          </Text>
        )}
      </Paper>
    </Page>
  );
}
