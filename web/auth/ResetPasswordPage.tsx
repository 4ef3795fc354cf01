import { Anchor, Paper, PasswordInput, Text, TextInput } from '@mantine/core';
import { askReset, resetByLink } from '@vlabs/contract/auth/mail-links';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { call } from '../platform/calls/call.ts';
import { fieldErrors } from '../platform/calls/form-errors.ts';
import { Form, useForm } from '../ui/Form.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { toastSuccess } from '../ui/toast.ts';
import { usePasswordRule } from './use-password-rule.ts';

/** With the token of a mailed link after the `#`, sets a new password; without one, asks for such a link. */
export function ResetPasswordPage() {
  const { hash } = useLocation();
  const token = hash.slice(1);
  return (
    <Page heading="Reset your password" width="form">
      {token === '' ? <AskForLink /> : <NewPassword token={token} />}
      <Anchor
        component={Link}
        to={token === '' ? '/login' : '/reset-password'}
        underline="always"
        mt="md"
        display="inline-block"
      >
        {token === '' ? 'Back to the sign-in page' : 'Ask for a new link'}
      </Anchor>
    </Page>
  );
}

function AskForLink() {
  const [answer, setAnswer] = useState<string | null>(null);
  const form = useForm({
    initial: { person: '' },
    check: (values) => fieldErrors(askReset.body, values),
    send: (body) => call(askReset, { body }, { handlesSignedOut: true }),
    onSent: ({ message }) => setAnswer(message ?? null),
  });
  return (
    <Paper withBorder p="lg">
      {answer === null ? (
        <Form form={form} submitLabel="Send the link">
          <TextInput
            label="Roll number or email address"
            description="A link to set a new password is mailed to the address of your account."
            required
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('person')}
          />
        </Form>
      ) : (
        <Text component="output" display="block">
          {answer} Open the link in it within an hour. If no mail comes, look in the spam folder, or
          ask your teacher.
        </Text>
      )}
    </Paper>
  );
}

function NewPassword({ token }: { token: string }) {
  const navigate = useNavigate();
  const passwordRule = usePasswordRule();
  const form = useForm({
    initial: { newPassword: '' },
    check: (values) => fieldErrors(resetByLink.body.pick({ newPassword: true }), values),
    send: ({ newPassword }) =>
      call(resetByLink, { body: { token, newPassword } }, { handlesSignedOut: true }),
    onSent: ({ message }) => {
      toastSuccess(message);
      void navigate('/login', { replace: true });
    },
  });
  return (
    <Paper withBorder p="lg">
      <Form form={form} submitLabel="Set the password">
        <PasswordInput
          label="New password"
          description={passwordRule}
          required
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show characters' }}
          {...form.field('newPassword')}
        />
        <Text size="sm" c="dimmed">
          This ends all your sessions. You then sign in with the new password.
        </Text>
      </Form>
    </Paper>
  );
}
