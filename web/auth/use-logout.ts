import { useNavigate } from 'react-router';
import { call } from '../platform/calls/call.ts';
import { clearSession } from '../platform/storage/stored-session.ts';
import { toast } from '../ui/toast.ts';

const LOGOUT_TOAST_MS = 6000;

async function notifyServer(): Promise<void> {
  const { logout } = await import('@vlabs/contract/auth/auth');
  await call(logout, {}, { handlesSignedOut: true });
}

/** Ends the session here immediately, and on the server when the request arrives. */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const notified = notifyServer().then(
      () => true,
      () => false,
    );
    await navigate('/login');
    clearSession();
    toast('User logged out successfully', LOGOUT_TOAST_MS);
    if (!(await notified)) {
      toast(
        'The server could not end your session. End it later under Password and sessions.',
        LOGOUT_TOAST_MS,
      );
    }
  };
}
