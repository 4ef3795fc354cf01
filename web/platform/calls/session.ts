import type { User } from '@vlabs/contract/people/auth';
import { useSyncExternalStore } from 'react';
import { currentSession, subscribeToSession, type SessionState } from './stored-session.ts';

/** Who is signed in on this browser; every tab shows the same. */
export function useSession(): SessionState & { isSignedIn: boolean } {
  const session = useSyncExternalStore(subscribeToSession, currentSession);
  return { ...session, isSignedIn: session.user !== null };
}

export function isAdmin(user: Pick<User, 'role'> | null): boolean {
  return user?.role === 1;
}
