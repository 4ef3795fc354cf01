import { Outlet } from 'react-router';
import { useSession } from '../platform/calls/session.ts';
import { GuestPage } from './GuestPage.tsx';

/** For whoever is no guest. A call that is refused to a guest shows why, in place of the page. */
export function StudentGuard() {
  const { user, isGuest } = useSession();
  return user && isGuest ? <GuestPage user={user} /> : <Outlet />;
}
