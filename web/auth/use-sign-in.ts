import { useState } from 'react';
import { CallError, call } from '../platform/calls/call.ts';
import { loadAuthContract } from '../platform/calls/load-auth-contract.ts';
import { useForm } from '../ui/Form.tsx';

type Credentials = Record<'id' | 'password' | 'code', string>;

export type SignedIn = NonNullable<Awaited<ReturnType<typeof sendLogin>>>;

interface SignIn {
  /** Initial roll number. */
  id: string;
  isShared: boolean;
  onSignedIn: (reply: SignedIn) => unknown;
}

/** The form of a sign-in with a password and, once the server asks for one, a code. */
export function useSignIn({ id, isShared, onSignedIn }: SignIn) {
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    initial: { id, password: '', code: '' },
    check: (values) => missingFields(values, needsCode),
    send: (values) => sendLogin({ ...values, sharedComputer: isShared }),
    onSent: (reply) => (reply === null ? setNeedsCode(true) : onSignedIn(reply)),
  });
  return { ...form, needsCode };
}

/** Checking required fields does not need the contract, a fifth of the login page's code. */
function missingFields(
  { id, password, code }: Credentials,
  needsCode: boolean,
): Record<string, string> {
  return {
    ...(id.trim() === '' ? { id: 'Roll number is required.' } : {}),
    ...(password === '' ? { password: 'Password is required.' } : {}),
    ...(needsCode && code.trim() === '' ? { code: 'Enter the code.' } : {}),
  };
}

/** Null if the password is right and a code is needed. */
async function sendLogin({ code, ...rest }: Credentials & { sharedComputer: boolean }) {
  const { login } = await loadAuthContract();
  const body = { ...rest, ...(code.trim() === '' ? {} : { code }) };
  try {
    return await call(login, { body }, { handlesSignedOut: true });
  } catch (error) {
    if (error instanceof CallError && error.code === 'second_step_needed') return null;
    throw error;
  }
}
