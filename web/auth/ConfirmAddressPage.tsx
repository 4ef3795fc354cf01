import { Anchor, Paper, Text } from '@mantine/core';
import { confirmEmail } from '@vlabs/contract/auth/mail-links';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { call } from '../platform/calls/call.ts';
import { Form, useForm } from '../ui/Form.tsx';
import { Page } from '../ui/frame/Page.tsx';

/** Confirms by a button, so that a mail scanner that opens the page confirms nothing. */
export function ConfirmAddressPage() {
  const { hash } = useLocation();
  const [answer, setAnswer] = useState<string | null>(null);
  const form = useForm({
    initial: {},
    check: () => ({}),
    send: () => call(confirmEmail, { body: { token: hash.slice(1) } }, { handlesSignedOut: true }),
    onSent: ({ message }) => setAnswer(message ?? null),
  });
  return (
    <Page heading="Confirm your email address" width="form">
      <Paper withBorder p="lg">
        {answer === null ? (
          <Form form={form} submitLabel="Confirm the address">
            <Text>Press the button to confirm that the mail with this link reached you.</Text>
          </Form>
        ) : (
          <Text component="output" display="block">
            {answer}{' '}
            <Anchor component={Link} to="/" underline="always">
              Go to Home
            </Anchor>
          </Text>
        )}
      </Paper>
    </Page>
  );
}
