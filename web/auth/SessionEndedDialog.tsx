import { Anchor, PasswordInput, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@vlabs/contract/auth/auth';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../platform/calls/session.ts';
import { clearSession, storeSession } from '../platform/storage/stored-session.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Form } from '../ui/Form.tsx';
import { toastSuccess } from '../ui/toast.ts';
import { ProviderButtons } from '../sign-on/ProviderButtons.tsx';
import { CodeField } from './CodeField.tsx';
import { PasskeySignIn } from './second-step/PasskeySignIn.tsx';
import { type SignedIn, useSignIn } from './use-sign-in.ts';

/** Asks for the password on top of the current page, so nothing on it is lost. On a shared computer it hides the page. */
export function SessionEndedDialog({ user }: { user: User }) {
  const navigate = useNavigate();
  const { isShared } = useSession();
  const queryClient = useQueryClient();
  const { pathname, search } = useLocation();
  const onSignedIn = async (reply: SignedIn) => {
    // The page belongs to the person who opened it; a passkey may be somebody else's.
    if (reply.user.id !== user.id) await navigate('/');
    storeSession(reply.user, reply.token, isShared);
    toastSuccess(reply.message);
    await queryClient.invalidateQueries();
  };
  const { needsCode, ...form } = useSignIn({ id: user.id, isShared, onSignedIn });

  async function leave(): Promise<void> {
    await navigate('/login');
    clearSession();
  }

  return (
    <Dialog title="Your session has ended" hidesPage={isShared}>
      <Stack gap="md">
        <Text>Sign in again as {user.name} to continue. Nothing on this page is lost.</Text>
        <ProviderButtons goTo={pathname + search} isShared={isShared} />
        <Form form={form} submitLabel="Sign in again">
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
          {needsCode && <CodeField {...form.field('code')} />}
        </Form>
        <PasskeySignIn isShared={isShared} onSignedIn={onSignedIn} />
        <Anchor component="button" type="button" size="sm" onClick={() => void leave()}>
          Leave this page and log in as someone else
        </Anchor>
      </Stack>
    </Dialog>
  );
}
