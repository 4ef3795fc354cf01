import { useNavigate } from 'react-router';
import { call } from '../platform/calls/call.ts';
import { clearSession } from '../platform/calls/stored-session.ts';
import { toast } from '../ui/toast.ts';

const LOGOUT_TOAST_MS = 6000;

async function tellServer(): Promise<void> {
  const { logout } = await import('@vlabs/contract/people/auth');
  await call(logout, {}, { handlesSignedOut: true });
}

/** Ends the session here at once, and on the server as soon as it hears of it. */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const told = tellServer().then(
      () => true,
      () => false,
    );
    await navigate('/login');
    clearSession();
    toast('User logged out successfully', LOGOUT_TOAST_MS);
    if (!(await told)) {
      toast(
        'The server could not be told that you logged out. End this session later under Password and sessions.',
        LOGOUT_TOAST_MS,
      );
    }
  };
}
