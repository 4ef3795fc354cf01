import { Paper, PasswordInput, Text } from '@mantine/core';
import { changePassword, listSessions } from '@vlabs/contract/auth/auth';
import { call } from '../platform/calls/call.ts';
import { fieldErrors } from '../platform/calls/form-errors.ts';
import { useRefresh } from '../platform/calls/query-of.ts';
import { currentSession, storeSession } from '../platform/storage/stored-session.ts';
import { Form, useForm } from '../ui/Form.tsx';
import { toastSuccess } from '../ui/toast.ts';
import { usePasswordRule } from './use-password-rule.ts';
import classes from './AccountPage.module.css';

export function ChangePasswordForm() {
  const form = useChangePassword();
  const passwordRule = usePasswordRule();
  return (
    <Paper withBorder p="lg" className={classes.form ?? ''}>
      <Form form={form} submitLabel="Change password">
        <PasswordInput
          label="Current password"
          required
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show characters (current)' }}
          {...form.field('currentPassword')}
        />
        <PasswordInput
          label="New password"
          description={passwordRule}
          required
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show characters (new)' }}
          {...form.field('newPassword')}
        />
        <Text size="sm" c="dimmed">
          This ends all your other sessions. You stay signed in here.
        </Text>
      </Form>
    </Paper>
  );
}

const empty = { currentPassword: '', newPassword: '' };

function useChangePassword() {
  const refresh = useRefresh(listSessions);
  const form = useForm({
    initial: empty,
    check: (values) => fieldErrors(changePassword.body, values),
    send: (body) => call(changePassword, { body }),
    onSent: ({ data, message }) => {
      const { user, isShared } = currentSession();
      if (user) storeSession(user, data.token, isShared);
      form.setValues(empty);
      toastSuccess(message ?? 'Password changed.');
      return refresh();
    },
  });
  return form;
}
