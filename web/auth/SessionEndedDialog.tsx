import { Anchor, PasswordInput, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { login, type User } from '@vlabs/contract/auth/auth';
import { useNavigate } from 'react-router';
import { call } from '../platform/calls/call.ts';
import { fieldErrors } from '../platform/calls/form-errors.ts';
import { useSession } from '../platform/calls/session.ts';
import { clearSession, storeSession } from '../platform/storage/stored-session.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, useForm } from '../ui/Form.tsx';
import { toastSuccess } from '../ui/toast.ts';

/** Asks for the password on top of the current page, so nothing on it is lost. On a shared computer it hides the page. */
export function SessionEndedDialog({ user }: { user: User }) {
  const navigate = useNavigate();
  const { isShared } = useSession();
  const form = useSignInAgain(user, isShared);

  async function leave(): Promise<void> {
    await navigate('/login');
    clearSession();
  }

  return (
    <Dialog title="Your session has ended" hidesPage={isShared}>
      <Stack gap="md">
        <Form form={form} submitLabel="Sign in again">
          <Text>Sign in again as {user.name} to continue. Nothing on this page is lost.</Text>
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={user.id}
            readOnly
            hidden
          />
          <PasswordInput
            label="Password"
            required
            data-autofocus
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show characters' }}
            {...form.field('password')}
          />
        </Form>
        <Anchor component="button" type="button" size="sm" onClick={() => void leave()}>
          Leave this page and log in as someone else
        </Anchor>
      </Stack>
    </Dialog>
  );
}

function useSignInAgain(user: User, sharedComputer: boolean) {
  const queryClient = useQueryClient();
  return useForm({
    initial: { id: user.id, password: '' },
    check: (values) => fieldErrors(login.body, values),
    send: (values) =>
      call(login, { body: { ...values, sharedComputer } }, { handlesSignedOut: true }),
    onSent: (reply) => {
      storeSession(reply.user, reply.token, sharedComputer);
      toastSuccess(reply.message);
      return queryClient.invalidateQueries();
    },
  });
}
