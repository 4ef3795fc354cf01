import { ROLE_ADMIN } from '@vlabs/contract/endpoint';
import { useSyncExternalStore } from 'react';
import { currentSession, subscribeToSession, type SessionState } from './stored-session.ts';

/** Who is signed in on this browser; every tab shows the same. */
export function useSession(): SessionState & { isSignedIn: boolean; isAdmin: boolean } {
  const session = useSyncExternalStore(subscribeToSession, currentSession);
  return {
    ...session,
    isSignedIn: session.user !== null && session.token !== '',
    isAdmin: session.user?.role === ROLE_ADMIN,
  };
}
