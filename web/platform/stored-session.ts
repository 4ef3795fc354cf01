import { User } from '@vlabs/contract/auth';
import { z } from 'zod';

/** Local storage key of the login, fixed by the specification. */
const STORAGE_KEY = 'auth';

const StoredSession = z.object({ user: User.nullable(), token: z.string() });

export interface SessionState {
  user: User | null;
  /** Empty when signed out. */
  token: string;
  /** The server refused the token while the person was at work; what they see is kept until they sign in again. */
  ended: boolean;
}

const signedOut: SessionState = { user: null, token: '', ended: false };

let state = readStored();
const listeners = new Set<() => void>();

function readStored(): SessionState {
  const text = localStorage.getItem(STORAGE_KEY);
  if (text === null) return signedOut;
  try {
    return { ...StoredSession.parse(JSON.parse(text)), ended: false };
  } catch {
    // Whatever wrote this, it is no login: the person signs in anew.
    return signedOut;
  }
}

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

export function currentSession(): SessionState {
  return state;
}

/** Another tab's login and logout reach this one through the storage event. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

window.addEventListener('storage', (event) => {
  if (event.key === STORAGE_KEY || event.key === null) change(readStored());
});

export function storeSession(user: User, token: string): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ user, token }));
  change({ user, token, ended: false });
}

export function clearSession(): void {
  localStorage.removeItem(STORAGE_KEY);
  change(signedOut);
}

/** Says that the server no longer knows this token; a token replaced meanwhile is left alone. */
export function markSessionEnded(token: string): void {
  if (token === state.token && token !== '') change({ ...state, ended: true });
}
