import { Outlet } from 'react-router';
import { useSession } from '../platform/calls/session.ts';
import { GuestPage } from './GuestPage.tsx';

/** Keeps guests out: a call that is refused to a guest shows the reason instead of the page. */
export function StudentGuard() {
  const { user, isGuest } = useSession();
  return user && isGuest ? <GuestPage user={user} /> : <Outlet />;
}
