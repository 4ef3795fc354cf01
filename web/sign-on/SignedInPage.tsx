import { Anchor, Paper, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { finishTry } from '@vlabs/contract/sign-on/providers';
import { finishLink, finishSignOn } from '@vlabs/contract/sign-on/sign-on';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { CallError, call, messageOf } from '../platform/calls/call.ts';
import { storeSession } from '../platform/storage/stored-session.ts';
import { Form, useForm } from '../ui/Form.tsx';
import { FormMessage } from '../ui/FormMessage.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { LinesSkeleton } from '../ui/states.tsx';
import { toastSuccess } from '../ui/toast.ts';
import { type HandOff, forgetHandOff, readHandOff } from './hand-off.ts';
import { TryResult } from './TryResult.tsx';

/** Where a provider's reply leads: finishes the sign-on that this tab began. */
export function SignedInPage() {
  const { hash } = useLocation();
  const [handOff] = useState(readHandOff);
  const state = hash.slice(1);
  if (handOff === null || state === '') return <NotBegun />;
  if (handOff.purpose === 'try') return <Tried handOff={handOff} state={state} />;
  if (handOff.purpose === 'link') return <Linked handOff={handOff} state={state} />;
  return <SignedIn handOff={handOff} state={state} />;
}

interface FinishProps {
  handOff: HandOff;
  state: string;
}

/** Each state is finished once; a failure is final. */
const once = {
  retry: false,
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnMount: false,
} as const;

function SignedIn({ handOff, state }: FinishProps) {
  const finish = useFinish(handOff, state);
  const { error } = useQuery({
    queryKey: ['sign-on', state],
    queryFn: () => finish({}),
    ...once,
  });
  if (error === null) return <Waiting name={handOff.name} />;
  if (error instanceof CallError && error.code === 'password_needed') {
    return <PasswordForm name={handOff.name} message={error.message} finish={finish} />;
  }
  return <Failed error={error} />;
}

type Finish = (more: { password?: string }) => Promise<true>;

function useFinish({ key, goTo, isShared }: HandOff, state: string): Finish {
  const navigate = useNavigate();
  return async (more) => {
    const body = { state, key, sharedComputer: isShared, ...more };
    const { user, token } = await call(finishSignOn, { body }, { handlesSignedOut: true });
    forgetHandOff();
    storeSession(user, token, isShared);
    toastSuccess('Signed in successfully.');
    await navigate(goTo.startsWith('//') ? '/' : goTo, { replace: true });
    return true;
  };
}

interface PasswordFormProps {
  name: string;
  /** Names the account. */
  message: string;
  finish: Finish;
}

/** An account with the same verified address is linked once its password was given. */
function PasswordForm({ name, message, finish }: PasswordFormProps) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password === '' ? { password: 'Password is required.' } : {}),
    send: ({ password }) => finish({ password }),
    onSent: () => undefined,
  });
  return (
    <Page heading={`Sign in with ${name}`} width="form">
      <Paper withBorder p="lg">
        <Form form={form} submitLabel="Sign in">
          <Text>{message}</Text>
          <PasswordInput
            label="Password"
            required
            data-autofocus
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show characters' }}
            {...form.field('password')}
          />
        </Form>
      </Paper>
      <BackToLogin />
    </Page>
  );
}

function Linked({ handOff: { key, name }, state }: FinishProps) {
  const navigate = useNavigate();
  const { error, data } = useQuery({
    queryKey: ['sign-on', state],
    queryFn: () => call(finishLink, { body: { state, key } }),
    ...once,
  });
  useEffect(() => {
    if (data === undefined) return;
    forgetHandOff();
    toastSuccess(data.message);
    void navigate('/account', { replace: true });
  }, [data, navigate]);
  return error === null ? <Waiting name={name} /> : <Failed error={error} backTo="/account" />;
}

function Tried({ handOff: { key, name, goTo }, state }: FinishProps) {
  const { error, data } = useQuery({
    queryKey: ['sign-on', state],
    queryFn: () => call(finishTry, { body: { state, key } }),
    ...once,
  });
  if (error !== null) return <Failed error={error} backTo={goTo} />;
  if (data === undefined) return <Waiting name={name} />;
  return <TryResult name={name} result={data.data} backTo={goTo} />;
}

const Waiting = ({ name }: { name: string }) => (
  <Page heading={`Signing in with ${name}`} width="form">
    <LinesSkeleton lines={3} />
  </Page>
);

function Failed({ error, backTo }: { error: Error; backTo?: string }) {
  return (
    <Page heading="You are not signed in" width="form">
      <Stack gap="md">
        <FormMessage message={messageOf(error)} />
        {backTo === undefined ? (
          <BackToLogin />
        ) : (
          <Anchor component={Link} to={backTo} underline="always">
            Back
          </Anchor>
        )}
      </Stack>
    </Page>
  );
}

const NotBegun = () => (
  <Page heading="You are not signed in" width="form">
    <Text mb="md">This sign-on began in another tab or window. Begin again here.</Text>
    <BackToLogin />
  </Page>
);

const BackToLogin = () => (
  <Anchor component={Link} to="/login" underline="always" mt="md" display="inline-block">
    Back to the sign-in page
  </Anchor>
);
