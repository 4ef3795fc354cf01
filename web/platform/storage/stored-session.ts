import type { User } from '@vlabs/contract/auth/auth';
import { isRecord } from '../records.ts';
import { browserStorage, listNames, tabStorage } from './browser-storage.ts';
import type { StorageKey } from './encrypted-storage.ts';

/** Key of the login in the browser's storage, fixed by the specification. */
const STORAGE_KEY = 'auth';
/** When the page of a shared computer was left, or was seen last if the browser crashed. */
const LEFT_KEY = 'auth.left';
/** The person's storage key. It lasts as long as the login and the tab; other tabs ask the server. */
const STORAGE_KEY_KEY = 'auth.storage';
/** Clocks of two documents may differ by so much. */
const CLOCK_MS = 2000;

export interface SessionState {
  user: User | null;
  /** Empty when signed out. */
  token: string;
  /** The server refused the token during work; the page stays until the user signs in again. */
  ended: boolean;
  /** Set by the server's reply; until then the user counts as a student. */
  isGuest: boolean;
  /** Signed in on a shared computer: only this tab is signed in, and not for long. */
  isShared: boolean;
  /** For what the user stores in this browser; null until the server's reply. */
  storageKey: StorageKey | null;
}

const signedOut: SessionState = {
  user: null,
  token: '',
  ended: false,
  isGuest: false,
  isShared: false,
  storageKey: null,
};

let state = withStoredKey(readOwnTab() ?? readSession(browserStorage().getItem(STORAGE_KEY)));
const listeners = new Set<() => void>();

/** A malformed value counts as signed out. */
export function readSession(text: string | null): SessionState {
  const stored = parse(text);
  if (!isRecord(stored) || !isUser(stored['user'])) return signedOut;
  const { user, token } = stored;
  return typeof token === 'string' && token !== '' ? { ...signedOut, user, token } : signedOut;
}

/** The login on a shared computer; null if this tab has none. */
function readOwnTab(): SessionState | null {
  const own = readSession(tabStorage().getItem(STORAGE_KEY));
  if (own.user === null) return null;
  if (!isRestored()) return { ...own, isShared: true };
  for (const name of listNames(tabStorage())) tabStorage().removeItem(name);
  return null;
}

/**
 * Whether the browser restored the tab with its storage after it was closed. A reload or a link begins to load the next
 * document before it leaves this one; a restored document begins to load later.
 */
function isRestored(): boolean {
  const left = Number(tabStorage().getItem(LEFT_KEY) ?? Infinity);
  return performance.timeOrigin > left + CLOCK_MS;
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

function withStoredKey(session: SessionState): SessionState {
  const stored = parse(tabStorage().getItem(STORAGE_KEY_KEY));
  if (!isRecord(stored) || session.user === null) return session;
  const { userId, owner, secret } = stored;
  if (userId !== session.user.id || typeof owner !== 'string' || typeof secret !== 'string') {
    return session;
  }
  return { ...session, storageKey: { owner, secret } };
}

/** The storage key belongs to the user, whatever the token is. */
function change(next: SessionState): void {
  const isSameUser = next.user !== null && next.user.id === state.user?.id;
  state = { ...next, storageKey: isSameUser ? (next.storageKey ?? state.storageKey) : null };
  if (state.storageKey === null) tabStorage().removeItem(STORAGE_KEY_KEY);
  for (const listener of listeners) listener();
}

export function currentSession(): SessionState {
  return state;
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** On a shared computer: the tab is signed in if it is loaded again from now on, but not if it is restored. */
export function noteTabOpen(): void {
  if (state.isShared) tabStorage().setItem(LEFT_KEY, String(Date.now()));
}

window.addEventListener('pagehide', noteTabOpen);

// Follows logins and logouts in other tabs.
window.addEventListener('storage', (event) => {
  if (state.isShared) return;
  if (event.key === STORAGE_KEY || event.key === null) {
    change(readSession(browserStorage().getItem(STORAGE_KEY)));
  }
});

/** The login replaces any other: nobody else stays signed in in this browser. */
export function storeSession(user: User, token: string, isShared: boolean): void {
  removeStored();
  const storage = isShared ? tabStorage() : browserStorage();
  storage.setItem(STORAGE_KEY, JSON.stringify({ user, token }));
  change({ ...signedOut, user, token, isShared });
}

export function clearSession(): void {
  removeStored();
  change(signedOut);
}

function removeStored(): void {
  tabStorage().removeItem(STORAGE_KEY);
  tabStorage().removeItem(LEFT_KEY);
  browserStorage().removeItem(STORAGE_KEY);
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

/** Stores the key that the server gives to this token's user. Ignored if the token was replaced meanwhile. */
export function markStorageKey(token: string, storageKey: StorageKey): void {
  if (token !== state.token || state.user === null) return;
  const stored = JSON.stringify({ userId: state.user.id, ...storageKey });
  try {
    tabStorage().setItem(STORAGE_KEY_KEY, stored);
  } catch {
    // Without storage, the key lasts as long as the page.
  }
  change({ ...state, storageKey });
}
