import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { call, messageOf, shortMessageOf } from '../platform/calls/call.ts';
import { refusedFields } from '../platform/calls/refused-fields.ts';
import { storeSession } from '../platform/calls/stored-session.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';

interface Credentials {
  id: string;
  password: string;
}

interface LoginStart {
  /** Roll number to begin with. */
  id: string;
  /** Where success leads. */
  goTo: string;
}

/**
 * The state of the login form. It is kept by hand: form library and contract together would be a fifth of what this
 * page loads, and two fields that may not be empty need neither.
 */
export function useLogin({ id, goTo }: LoginStart) {
  const navigate = useNavigate();
  const [values, setValues] = useState<Credentials>({ id, password: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { mutate, isPending, error } = useMutation({
    mutationFn: sendLogin,
    onSuccess: ({ user, token, message }) => {
      storeSession(user, token);
      toastSuccess(message);
      void navigate(goTo, { replace: true });
    },
    onError: (refusal) => {
      setErrors(refusedFields(refusal));
      toastError(shortMessageOf(refusal));
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const missing = missingFields(values);
    setErrors(missing);
    const [first] = Object.keys(missing);
    if (first === undefined) mutate(values);
    else event.currentTarget.querySelector<HTMLElement>(`#${fieldId(first)}`)?.focus();
  }

  return {
    fill: setValues,
    field: (name: keyof Credentials) => ({
      id: fieldId(name),
      value: values[name],
      error: errors[name],
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
        const { value } = currentTarget;
        setValues((before) => ({ ...before, [name]: value }));
      },
    }),
    submit,
    isPending,
    refusal: error && messageOf(error),
  };
}

const fieldId = (name: string) => `login-${name}`;

function missingFields({ id, password }: Credentials): Record<string, string> {
  return {
    ...(id.trim() === '' ? { id: 'Roll number is required.' } : {}),
    ...(password === '' ? { password: 'Password is required.' } : {}),
  };
}

/** The contract comes with the first attempt: the page itself shows without it. */
async function sendLogin(body: Credentials) {
  const { login } = await import('@vlabs/contract/people/auth');
  return call(login, { body }, { handlesSignedOut: true });
}
