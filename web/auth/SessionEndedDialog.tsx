import { Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { login, type User } from '@vlabs/contract/people/auth';
import { useNavigate } from 'react-router';
import { call, messageOf } from '../platform/calls/call.ts';
import { fieldErrors, focusFirstError } from '../platform/calls/form-errors.ts';
import { refusedFields } from '../platform/calls/refused-fields.ts';
import { clearSession, storeSession } from '../platform/calls/stored-session.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { FormMessage } from '../ui/FormMessage.tsx';
import { toastError, toastSuccess } from '../ui/toast.ts';

/** Offers to sign in again over the page as it stands, so that nothing on it is lost. */
export function SessionEndedDialog({ user }: { user: User }) {
  const navigate = useNavigate();
  const { form, submit, isPending, refusal } = useSignInAgain(user);

  async function leave(): Promise<void> {
    await navigate('/login');
    clearSession();
  }

  return (
    <Dialog title="Your session has ended">
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>Sign in again as {user.name} to go on. What is on this page stays as it is.</Text>
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
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <FormMessage message={refusal} />
          <Button type="submit" loading={isPending}>
            Sign in again
          </Button>
          <Anchor component="button" type="button" size="sm" onClick={() => void leave()}>
            Leave this page and log in as someone else
          </Anchor>
        </Stack>
      </form>
    </Dialog>
  );
}

function useSignInAgain(user: User) {
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { id: user.id, password: '' },
    validate: (values) => fieldErrors(login.body, values),
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { id: string; password: string }) =>
      call(login, { body }, { handlesSignedOut: true }),
    onSuccess: (reply) => {
      storeSession(reply.user, reply.token);
      toastSuccess(reply.message);
      return queryClient.invalidateQueries();
    },
    onError: (refused) => {
      form.setErrors(refusedFields(refused));
      toastError(messageOf(refused));
    },
  });
  return {
    form,
    submit: form.onSubmit((values) => mutate(values), focusFirstError(form)),
    isPending,
    refusal: error && messageOf(error),
  };
}
