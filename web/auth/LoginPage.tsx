import { Anchor, Paper, PasswordInput, Text, TextInput, Checkbox } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router';
import { readOrigin, type Origin } from '../platform/calls/origin.ts';
import { Form } from '../ui/Form.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { PasskeySignIn } from './second-step/PasskeySignIn.tsx';
import { readRegisteredId } from './registered-id.ts';
import { CodeField } from './CodeField.tsx';
import { type SignedIn, useSignIn } from './use-sign-in.ts';
import { usePreloadedLogin } from './use-preloaded-login.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../platform/calls/call.ts';
import { loadAuthContract } from '../platform/calls/load-auth-contract.ts';
import { useSession } from '../platform/calls/session.ts';
import { storeSession } from '../platform/storage/stored-session.ts';
import { toastSuccess } from '../ui/toast.ts';
import { ProviderButtons } from '../sign-on/ProviderButtons.tsx';
import { useInstallation } from '../platform/calls/use-installation.ts';
import { browserStorage } from '../platform/storage/browser-storage.ts';

/** Computers of a lab stay shared: the next person finds the box as it was. */
const STORAGE_KEY = 'vlabs.shared-computer';

function useSharedComputer() {
  const [isShared, setIsShared] = useState(() => browserStorage().getItem(STORAGE_KEY) === 'yes');
  function choose(next: boolean): void {
    if (next) browserStorage().setItem(STORAGE_KEY, 'yes');
    else browserStorage().removeItem(STORAGE_KEY);
    setIsShared(next);
  }
  return [isShared, choose] as const;
}

interface SharedComputerBoxProps {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

function SharedComputerBox({ isChecked, onChange }: SharedComputerBoxProps) {
  const { data } = useInstallation();
  const minutes = data === undefined ? 'a time' : `${data.sharedIdleMinutes} minutes`;
  return (
    <Checkbox
      label="This is a shared computer"
      description={`You are signed out when you close this tab, and after ${minutes} without use.`}
      checked={isChecked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

export function LoginPage() {
  const { state } = useLocation();
  const origin = readOrigin(state);
  const [isShared, setIsShared] = useSharedComputer();
  const onSignedIn = useSignedIn({ goTo: origin?.from ?? '/', isShared });
  usePreloadedLogin();
  const { needsCode, ...form } = useSignIn({ id: readRegisteredId(state), isShared, onSignedIn });

  return (
    <Page
      heading="Login"
      width="form"
      introduction={
        origin?.because === 'not-allowed'
          ? 'This page is for admins. Log in with an admin account to open it.'
          : undefined
      }
    >
      <SignedInNotice origin={origin} />
      <ProviderButtons goTo={origin?.from ?? '/'} isShared={isShared} />
      <Paper withBorder p="lg">
        <Form form={form} submitLabel="Login">
          <TextInput
            label="Roll number"
            required
            name="username"
            autoComplete={isShared ? 'off' : 'username'}
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('id')}
          />
          <PasswordInput
            label="Password"
            required
            name="password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show characters' }}
            {...form.field('password')}
          />
          {needsCode && <CodeField {...form.field('code')} />}
          <SharedComputerBox isChecked={isShared} onChange={setIsShared} />
        </Form>
        <PasskeySignIn isShared={isShared} onSignedIn={onSignedIn} />
      </Paper>
      <Text size="sm" c="dimmed" mt="md">
        No account yet?{' '}
        <Anchor component={Link} to="/register" state={state} underline="always" inherit>
          Register
        </Anchor>
      </Text>
      <ForgottenPassword />
      <DemoAccounts onChoose={({ id, password }) => form.setValues({ id, password, code: '' })} />
    </Page>
  );
}

/** Only if a link can be mailed. */
function ForgottenPassword() {
  const { data } = useInstallation();
  if (data?.mail !== true) return null;
  return (
    <Text size="sm" mt="xs">
      <Anchor component={Link} to="/reset-password" underline="always" inherit>
        Forgot your password?
      </Anchor>
    </Text>
  );
}

/**
 * Tells users that they are already signed in. Users who were sent here only because the check was
 * slow return as soon as it succeeds.
 */
function SignedInNotice({ origin }: { origin: Origin | null }) {
  const { user, token, isSignedIn } = useSession();
  const navigate = useNavigate();
  const goBackTo = origin?.because === 'pending' ? origin.from : null;
  const { data } = useQuery({
    queryKey: ['late-check', token],
    queryFn: async ({ signal }) => {
      const { userAuth } = await loadAuthContract();
      return call(userAuth, {}, { signal, handlesSignedOut: true });
    },
    enabled: isSignedIn && goBackTo !== null,
  });
  const isConfirmed = data?.ok === true;

  useEffect(() => {
    if (isConfirmed && goBackTo !== null) void navigate(goBackTo, { replace: true });
  }, [isConfirmed, goBackTo, navigate]);

  if (user === null) return null;
  return (
    <Text mb="md">
      You are signed in as {user.name}.{' '}
      <Anchor component={Link} to="/" underline="always">
        Go to Home
      </Anchor>{' '}
      or sign in with another account here.
    </Text>
  );
}

/** Stores the session and goes to the page that was asked for. */
function useSignedIn({ goTo, isShared }: { goTo: string; isShared: boolean }) {
  const navigate = useNavigate();
  return ({ user, token, message }: SignedIn): void => {
    storeSession(user, token, isShared);
    toastSuccess(message);
    void navigate(goTo, { replace: true });
  };
}
