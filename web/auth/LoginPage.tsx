import { Anchor, Paper, PasswordInput, Text, TextInput } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { readOrigin } from '../platform/calls/origin.ts';
import { Form } from '../ui/Form.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { readRegisteredId } from './registered-id.ts';
import { SharedComputerBox, useSharedComputer } from './shared-computer/SharedComputerBox.tsx';
import { SignedInNotice } from './SignedInNotice.tsx';
import { useLogin } from './use-login.ts';

export function LoginPage() {
  const { state } = useLocation();
  const origin = readOrigin(state);
  const [isShared, setIsShared] = useSharedComputer();
  const form = useLogin({
    id: readRegisteredId(state),
    goTo: origin?.from ?? '/',
    isShared,
  });

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
          <SharedComputerBox isChecked={isShared} onChange={setIsShared} />
        </Form>
      </Paper>
      <Text size="sm" c="dimmed" mt="md">
        No account yet?{' '}
        <Anchor component={Link} to="/register" state={state} underline="always" inherit>
          Register
        </Anchor>
      </Text>
      <DemoAccounts onChoose={({ id, password }) => form.setValues({ id, password })} />
    </Page>
  );
}
