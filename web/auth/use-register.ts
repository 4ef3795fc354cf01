import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { register } from '@vlabs/contract/auth';
import { useNavigate } from 'react-router';
import { call, messageOf, shortMessageOf } from '../platform/call.ts';
import { fieldErrors, focusFirstError } from '../platform/form-errors.ts';
import { refusedFields } from '../platform/refused-fields.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';
import { handOverRegisteredId } from './registered-id.ts';

const empty = { id: '', name: '', email: '', password: '' };

export function useRegister() {
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: empty,
    validate: (values) => fieldErrors(register.body, values),
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: typeof empty) => call(register, { body }, { handlesSignedOut: true }),
    onSuccess: ({ message }, { id }) => {
      toastSuccess(message);
      void navigate('/login', { state: handOverRegisteredId(id.trim()) });
    },
    onError: (refusal) => {
      form.setErrors(refusedFields(refusal));
      toastError(shortMessageOf(refusal));
    },
  });
  return {
    form,
    submit: form.onSubmit((values) => mutate(values), focusFirstError(form)),
    isPending,
    refusal: error && messageOf(error),
  };
}
