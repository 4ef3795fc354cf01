import { Anchor, Button, Paper, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { readOrigin } from '../platform/calls/origin.ts';
import { FormMessage } from '../ui/FormMessage.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { readRegisteredId } from './registered-id.ts';
import { SignedInNotice } from './SignedInNotice.tsx';
import { useLogin } from './use-login.ts';

export function LoginPage() {
  const { state } = useLocation();
  const origin = readOrigin(state);
  const { field, fill, submit, isPending, refusal } = useLogin({
    id: readRegisteredId(state),
    goTo: origin?.from ?? '/',
  });

  return (
    <Page
      heading="Login"
      width="form"
      introduction={
        origin?.because === 'not-allowed'
          ? 'The page you asked for is for admins. Sign in with an admin account to open it.'
          : undefined
      }
    >
      <SignedInNotice origin={origin} />
      <Paper withBorder p="lg">
        <form noValidate onSubmit={submit}>
          <Stack gap="md">
            <TextInput
              label="Roll number"
              required
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...field('id')}
            />
            <PasswordInput
              label="Password"
              required
              name="password"
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': 'Show characters' }}
              {...field('password')}
            />
            <FormMessage message={refusal} />
            <Button type="submit" loading={isPending}>
              Login
            </Button>
          </Stack>
        </form>
      </Paper>
      <Text size="sm" c="dimmed" mt="md">
        No account yet?{' '}
        <Anchor component={Link} to="/register" underline="always" inherit>
          Register
        </Anchor>
      </Text>
      <DemoAccounts onChoose={({ id, password }) => fill({ id, password })} />
    </Page>
  );
}
