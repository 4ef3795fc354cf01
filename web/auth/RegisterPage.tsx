import { Anchor, Checkbox, Paper, PasswordInput, Text, TextInput } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Installation } from '../platform/calls/installation.ts';
import { readOrigin, type Origin } from '../platform/calls/origin.ts';
import { useInstallation } from '../platform/calls/use-installation.ts';
import { Form, useForm } from '../ui/Form.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { usePasswordRule } from './use-password-rule.ts';
import { register } from '@vlabs/contract/auth/auth';
import { useState } from 'react';
import { call, CallError } from '../platform/calls/call.ts';
import { fieldErrors } from '../platform/calls/form-errors.ts';
import { toastSuccess } from '../ui/toast.ts';
import { handOverRegisteredId } from './registered-id.ts';

/** Refusals that a code from the teacher resolves. */
const askForCode = new Set(['email_not_listed', 'wrong_code', 'code_needed']);

function useRegister(origin: Origin | null) {
  const navigate = useNavigate();
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  const form = useForm({
    initial: { id: '', name: '', email: '', password: '', code: '' },
    check: (values) => fieldErrors(register.body, values),
    send: ({ code, ...entered }) =>
      call(
        register,
        { body: { ...entered, ...(code.trim() !== '' && { code }) } },
        { handlesSignedOut: true },
      ),
    onSent: ({ message }, { id }) => {
      toastSuccess(message);
      void navigate('/login', { state: { ...origin, ...handOverRegisteredId(id.trim()) } });
    },
    onRefused: (refusal) => {
      if (refusal instanceof CallError && askForCode.has(refusal.code)) setIsCodeAsked(true);
    },
  });
  return { form, isCodeAsked };
}

const introductions: Record<Installation['registration'], string> = {
  open: 'Create a student account.',
  confirmed:
    'Create an account. If you are not on a student list yet, you can use only the Workspace until a teacher confirms you.',
  roster: 'For students whose roll number is on the student list.',
};

export function RegisterPage() {
  // Of the page that the person wanted to open before they had to sign in.
  const { state } = useLocation();
  const { form, isCodeAsked } = useRegister(readOrigin(state));
  const { data: installation } = useInstallation();
  const passwordRule = usePasswordRule();
  const byCode = installation?.registrationProof === 'code';

  return (
    <Page
      heading="Register"
      width="form"
      introduction={introductions[installation?.registration ?? 'open']}
    >
      <Paper withBorder p="lg">
        <Form form={form} submitLabel="Register">
          <TextInput
            label="Roll number"
            required
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('id')}
          />
          <TextInput
            label="Full name"
            required
            name="name"
            autoComplete="name"
            {...form.field('name')}
          />
          <TextInput
            label="Email address"
            required
            type="email"
            name="email"
            autoComplete="email"
            {...form.field('email')}
          />
          <PasswordInput
            label="Password"
            description={passwordRule}
            required
            name="password"
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show characters' }}
            {...form.field('password')}
          />
          {(byCode || isCodeAsked) && (
            <TextInput
              label="Code from your teacher"
              description={`Twelve letters and digits, printed for your roll number. ${byCode ? 'Everybody on the student list needs one.' : 'Not needed if you use your university email address.'}`}
              name="code"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...form.field('code')}
            />
          )}
          <PolicyCheckbox />
        </Form>
      </Paper>
      <Text size="sm" c="dimmed" mt="md">
        Already registered?{' '}
        <Anchor component={Link} to="/login" state={state} underline="always" inherit>
          Login
        </Anchor>
      </Text>
    </Page>
  );
}

/** Optional. The link opens a new tab, so the form keeps its contents. */
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
