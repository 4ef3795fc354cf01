import {
  Anchor,
  Button,
  Checkbox,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { Link } from 'react-router';
import { useInstallation } from '../platform/use-installation.ts';
import { FormMessage } from '../ui/FormMessage.tsx';
import { Page } from '../ui/Page.tsx';
import { useRegister } from './use-register.ts';

export function RegisterPage() {
  const { form, submit, isPending, refusal } = useRegister();
  const { data: installation } = useInstallation();

  return (
    <Page
      heading="Register"
      width="form"
      introduction={
        installation?.registration === 'roster'
          ? 'Open to students whose roll number is on the student list.'
          : 'Opens a student account.'
      }
    >
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
              key={form.key('id')}
              {...form.getInputProps('id')}
            />
            <TextInput
              label="Full name"
              required
              name="name"
              autoComplete="name"
              key={form.key('name')}
              {...form.getInputProps('name')}
            />
            <TextInput
              label="Email address"
              required
              type="email"
              name="email"
              autoComplete="email"
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label="Password"
              required
              name="password"
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': 'Show characters' }}
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
            <PolicyCheckbox />
            <FormMessage message={refusal} />
            <Button type="submit" loading={isPending}>
              Register
            </Button>
          </Stack>
        </form>
      </Paper>
      <Text size="sm" c="dimmed" mt="md">
        Registered already?{' '}
        <Anchor component={Link} to="/login" underline="always" inherit>
          Login
        </Anchor>
      </Text>
    </Page>
  );
}

/** Optional; the link opens in a new tab, so that what was typed stays. */
function PolicyCheckbox() {
  return (
    <div>
      <Checkbox label="I have read the policy" name="policy" />
      <Anchor size="sm" href="/policy" target="_blank" rel="noopener" underline="always" ml={32}>
        Open the policy (new tab)
      </Anchor>
    </div>
  );
}
