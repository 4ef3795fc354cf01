import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call, messageOf } from '../platform/call.ts';
import { focusFirstError, refusedFields } from '../platform/form-errors.ts';
import { storeSession } from '../platform/stored-session.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';

interface LoginStart {
  /** Roll number to begin with. */
  id: string;
  /** Where success leads. */
  goTo: string;
}

/** The contract comes with the first attempt: the page itself shows without it. */
async function sendLogin(body: { id: string; password: string }) {
  const { login } = await import('@vlabs/contract/auth');
  return call(login, { body }, { handlesSignedOut: true });
}

export function useLogin({ id, goTo }: LoginStart) {
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { id, password: '' },
    validate: {
      id: (rollNumber) => (rollNumber.trim() === '' ? 'Roll number is required.' : null),
      password: (password) => (password === '' ? 'Password is required.' : null),
    },
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: sendLogin,
    onSuccess: ({ user, token, message }) => {
      storeSession(user, token);
      toastSuccess(message);
      void navigate(goTo, { replace: true });
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
