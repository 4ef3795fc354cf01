import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { login } from '@vlabs/contract/auth';
import { useNavigate } from 'react-router';
import { call, messageOf } from '../platform/call.ts';
import { fieldErrors, refusedFields } from '../platform/form-errors.ts';
import { storeSession } from '../platform/stored-session.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';

interface LoginStart {
  /** Roll number to begin with. */
  id: string;
  /** Where success leads. */
  goTo: string;
}

export function useLogin({ id, goTo }: LoginStart) {
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { id, password: '' },
    validate: (values) => fieldErrors(login.body, values),
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { id: string; password: string }) =>
      call(login, { body }, { handlesSignedOut: true }),
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
    submit: form.onSubmit((values) => mutate(values)),
    isPending,
    refusal: error && messageOf(error),
  };
}
