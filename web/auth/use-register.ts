import { register } from '@vlabs/contract/auth/auth';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call, CallError } from '../platform/calls/call.ts';
import type { Origin } from '../platform/calls/origin.ts';
import { fieldErrors } from '../platform/calls/form-errors.ts';
import { useForm } from '../ui/Form.tsx';
import { toastSuccess } from '../ui/toast.ts';
import { handOverRegisteredId } from './registered-id.ts';

/** Refusals that a code from the teacher resolves. */
const askForCode = new Set(['email_not_listed', 'wrong_code', 'code_needed']);

export function useRegister(origin: Origin | null) {
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
