import { Button, Paper, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { changePassword, listSessions } from '@vlabs/contract/people/auth';
import { call, messageOf } from '../platform/calls/call.ts';
import { fieldErrors, focusFirstError } from '../platform/calls/form-errors.ts';
import { useRefresh } from '../platform/calls/query-of.ts';
import { refusedFields } from '../platform/calls/refused-fields.ts';
import { currentSession, storeSession } from '../platform/calls/stored-session.ts';
import { FormMessage } from '../ui/FormMessage.tsx';
import { toastError, toastSuccess } from '../ui/toast.ts';
import { usePasswordRule } from './use-password-rule.ts';
import classes from './AccountPage.module.css';

const empty = { currentPassword: '', newPassword: '' };

export function ChangePasswordForm() {
  const { form, submit, isPending, refusal } = useChangePassword();
  const passwordRule = usePasswordRule();
  return (
    <Paper withBorder p="lg" className={classes.form ?? ''}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <PasswordInput
            label="Current password"
            required
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show characters of the old one' }}
            key={form.key('currentPassword')}
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label="New password"
            description={passwordRule}
            required
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show characters of the new one' }}
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
          <Text size="sm" c="dimmed">
            All your other sessions end. You stay signed in here.
          </Text>
          <FormMessage message={refusal} />
          <Button type="submit" loading={isPending}>
            Change password
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}

function useChangePassword() {
  const refresh = useRefresh(listSessions);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: empty,
    validate: (values) => fieldErrors(changePassword.body, values),
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: typeof empty) => call(changePassword, { body }),
    onSuccess: ({ data, message }) => {
      const { user } = currentSession();
      if (user) storeSession(user, data.token);
      form.reset();
      toastSuccess(message ?? 'The password is changed.');
      return refresh();
    },
    onError: (refusal) => {
      form.setErrors(refusedFields(refusal));
      toastError(messageOf(refusal));
    },
  });
  return {
    form,
    submit: form.onSubmit((values) => mutate(values), focusFirstError(form)),
    isPending,
    refusal: error && messageOf(error),
  };
}
