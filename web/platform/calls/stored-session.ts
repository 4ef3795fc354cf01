import type { User } from '@vlabs/contract/people/auth';
import { isRecord } from '../records.ts';

/** Local storage key of the login, fixed by the specification. */
const STORAGE_KEY = 'auth';

export interface SessionState {
  user: User | null;
  /** Empty when signed out. */
  token: string;
  /** The server refused the token while the person was at work; what they see is kept until they sign in again. */
  ended: boolean;
  /** The server has said so; until then, and once it says otherwise, a student. */
  isGuest: boolean;
}

const signedOut: SessionState = { user: null, token: '', ended: false, isGuest: false };

let state = readSession(localStorage.getItem(STORAGE_KEY));
const listeners = new Set<() => void>();

/** Whatever is no login of ours counts as signed out. */
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

// Login and logout in another tab reach this one.
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

/** Says that the server no longer knows this token; a token replaced meanwhile is left alone. */
export function markSessionEnded(token: string): void {
  if (token === state.token && token !== '') change({ ...state, ended: true });
}

/** What the server has said of whoever has this token; one replaced meanwhile is left alone. */
export function markGuest(token: string, isGuest: boolean): void {
  if (token === state.token && isGuest !== state.isGuest) change({ ...state, isGuest });
}
