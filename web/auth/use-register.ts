import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { register } from '@vlabs/contract/people/auth';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call, CallError, messageOf, shortMessageOf } from '../platform/calls/call.ts';
import { fieldErrors, focusFirstError } from '../platform/calls/form-errors.ts';
import { refusedFields } from '../platform/calls/refused-fields.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';
import { handOverRegisteredId } from './registered-id.ts';

const empty = { id: '', name: '', email: '', password: '', code: '' };
/** Refusals that a code from a teacher helps against. */
const askForCode = new Set(['email_not_listed', 'wrong_code']);

export function useRegister() {
  const navigate = useNavigate();
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: empty,
    validate: (values) => fieldErrors(register.body, values),
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ code, ...entered }: typeof empty) =>
      call(
        register,
        { body: { ...entered, ...(code.trim() !== '' && { code }) } },
        { handlesSignedOut: true },
      ),
    onSuccess: ({ message }, { id }) => {
      toastSuccess(message);
      void navigate('/login', { state: handOverRegisteredId(id.trim()) });
    },
    onError: (refusal) => {
      if (refusal instanceof CallError && askForCode.has(refusal.code)) setNeedsCode(true);
      form.setErrors(refusedFields(refusal));
      toastError(shortMessageOf(refusal));
    },
  });
  return {
    form,
    submit: form.onSubmit((values) => mutate(values), focusFirstError(form)),
    isPending,
    needsCode,
    refusal: error && messageOf(error),
  };
}
