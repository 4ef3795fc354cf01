import { useNavigate } from 'react-router';
import { call } from '../platform/calls/call.ts';
import { storeSession } from '../platform/storage/stored-session.ts';
import { useForm } from '../ui/Form.tsx';
import { toastSuccess } from '../ui/toast.ts';

type Credentials = Record<'id' | 'password', string>;

interface LoginStart {
  /** Initial roll number. */
  id: string;
  /** Where to go after a successful login. */
  goTo: string;
  isShared: boolean;
}

export function useLogin({ id, goTo, isShared }: LoginStart) {
  const navigate = useNavigate();
  return useForm({
    initial: { id, password: '' },
    check: missingFields,
    send: (values) => sendLogin({ ...values, sharedComputer: isShared }),
    onSent: ({ user, token, message }) => {
      storeSession(user, token, isShared);
      toastSuccess(message);
      void navigate(goTo, { replace: true });
    },
  });
}

/** Checking two required fields does not need the contract, a fifth of the page's code. */
function missingFields({ id, password }: Credentials): Record<string, string> {
  return {
    ...(id.trim() === '' ? { id: 'Roll number is required.' } : {}),
    ...(password === '' ? { password: 'Password is required.' } : {}),
  };
}

/** The contract is loaded on the first attempt; the page itself renders without it. */
async function sendLogin(body: Credentials & { sharedComputer: boolean }) {
  const { login } = await import('@vlabs/contract/auth/auth');
  return call(login, { body }, { handlesSignedOut: true });
}
