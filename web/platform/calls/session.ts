import type { User } from '@vlabs/contract/people/auth';
import { useSyncExternalStore } from 'react';
import { isTeaching } from './teaching.ts';
import { currentSession, subscribeToSession, type SessionState } from './stored-session.ts';

/** Who is signed in on this browser; every tab shows the same. */
export function useSession(): SessionState & { isSignedIn: boolean } {
  const session = useSyncExternalStore(subscribeToSession, currentSession);
  return { ...session, isSignedIn: session.user !== null };
}

/** An admin, or a student who assists, on the pages on which they act as staff. */
export function isAdmin(user: Pick<User, 'role'> | null): boolean {
  return user !== null && (user.role === 1 || isTeaching);
}
