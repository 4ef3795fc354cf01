import type { User } from '@vlabs/contract/people/auth';
import { isRecord } from '../records.ts';

/** localStorage key of the login, fixed by the specification. */
const STORAGE_KEY = 'auth';

export interface SessionState {
  user: User | null;
  /** Empty when signed out. */
  token: string;
  /** The server refused the token during work; the page stays until the user signs in again. */
  ended: boolean;
  /** Set by the server's reply; until then the user counts as a student. */
  isGuest: boolean;
}

const signedOut: SessionState = { user: null, token: '', ended: false, isGuest: false };

let state = readSession(localStorage.getItem(STORAGE_KEY));
const listeners = new Set<() => void>();

/** A malformed value counts as signed out. */
export function readSession(text: string | null): SessionState {
  const stored = parse(text);
  if (!isRecord(stored) || !isUser(stored['user'])) return signedOut;
  const { user, token } = stored;
  return typeof token === 'string' && token !== '' ? { ...signedOut, user, token } : signedOut;
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function isUser(value: unknown): value is User {
  if (!isRecord(value)) return false;
  const { id, name, email, role } = value;
  const areTexts = [id, name, email].every((part) => typeof part === 'string');
  return areTexts && (role === 0 || role === 1);
}

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

export function currentSession(): SessionState {
  return state;
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Follows logins and logouts in other tabs.
window.addEventListener('storage', (event) => {
  if (event.key === STORAGE_KEY || event.key === null) {
    change(readSession(localStorage.getItem(STORAGE_KEY)));
  }
});

export function storeSession(user: User, token: string): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ user, token }));
  change({ ...signedOut, user, token });
}

export function clearSession(): void {
  localStorage.removeItem(STORAGE_KEY);
  change(signedOut);
}

/** Reports that the server refused this token. Ignored if the token was replaced meanwhile. */
export function markSessionEnded(token: string): void {
  if (token === state.token && token !== '') change({ ...state, ended: true });
}

/**
 * Stores the server's reply about this token's user. Ignored if the token was replaced meanwhile.
 */
export function markGuest(token: string, isGuest: boolean): void {
  if (token === state.token && isGuest !== state.isGuest) change({ ...state, isGuest });
}
