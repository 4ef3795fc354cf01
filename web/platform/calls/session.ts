import type { User } from '@vlabs/contract/auth/auth';
import { useSyncExternalStore } from 'react';
import { isTeaching } from './teaching.ts';
import {
  currentSession,
  subscribeToSession,
  type SessionState,
} from '../storage/stored-session.ts';

/** The signed-in user of this browser, shared by all tabs. */
export function useSession(): SessionState & { isSignedIn: boolean } {
  const session = useSyncExternalStore(subscribeToSession, currentSession);
  return { ...session, isSignedIn: session.user !== null };
}

/** An admin, or a course assistant on the staff pages. */
export function isAdmin(user: Pick<User, 'role'> | null): boolean {
  return user !== null && (user.role === 1 || isTeaching);
}
