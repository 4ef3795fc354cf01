import { currentSession } from './stored-session.ts';
import { browserStorage, type KeptStorage, listNames, tabStorage } from './browser-storage.ts';
import { encryptStorage, readChange } from './encrypted-storage.ts';

/**
 * `browser` stays until it is deleted, and the person finds it after the next sign-in. `tab` ends with the tab.
 * `session` is the browser, or on a shared computer the tab.
 */
type Place = 'browser' | 'tab' | 'session';

const NOTHING: KeptStorage = {
  getItem: () => null,
  setItem: () => {
    throw new Error('Nothing is stored for people who are not signed in.');
  },
  removeItem: () => undefined,
  key: () => null,
  length: 0,
};

/**
 * Stores texts of the person who is signed in, encrypted. Stores nothing for anybody else: a page may still be open
 * when another tab signs in somebody else.
 */
export function personalStorage(userId: string, place: Place = 'session'): KeptStorage {
  const { user, storageKey, isShared } = currentSession();
  if (user?.id !== userId || storageKey === null) return NOTHING;
  const isOfTab = place === 'tab' || (place === 'session' && isShared);
  return encryptStorage(isOfTab ? tabStorage() : browserStorage(), storageKey);
}

/** Calls back when another tab changes an entry of this person. Returns the unsubscribe function. */
export function watchPersonalStorage(
  userId: string,
  onChange: (name: string, text: string | null) => void,
): () => void {
  const receive = (event: StorageEvent) => {
    const { user, storageKey } = currentSession();
    if (user?.id !== userId || storageKey === null) return;
    const change = readChange(storageKey, event);
    if (change) onChange(change.name, change.text);
  };
  window.addEventListener('storage', receive);
  return () => window.removeEventListener('storage', receive);
}

/** What earlier versions stored as plain text, with the person in the name. */
const PLAIN = ['attempt', 'attempt-flags', 'workspace', 'quiz-draft'];
const PLAIN_SETTINGS = ['class', 'class-switch'];

/** Encrypts what earlier versions stored about this person as plain text, and deletes the plain text. */
export function encryptPlainEntries(userId: string): void {
  try {
    for (const storage of [browserStorage(), tabStorage()]) {
      const encrypted = personalStorage(userId, storage === tabStorage() ? 'tab' : 'browser');
      for (const name of listNames(storage)) encryptEntry({ storage, encrypted, userId, name });
    }
  } catch (error) {
    // Storage is full or disabled: the plain entries stay until the next sign-in.
    reportError(error);
  }
}

interface PlainEntry {
  storage: Storage;
  encrypted: KeptStorage;
  userId: string;
  name: string;
}

function encryptEntry({ storage, encrypted, userId, name }: PlainEntry): void {
  const person = encodeURIComponent(userId);
  const kind = PLAIN.find((one) => name.startsWith(`vlabs.${one}/${person}/`));
  const isSetting =
    PLAIN_SETTINGS.some((one) => name === `vlabs.${one}.${userId}`) ||
    name.startsWith(`vlabs.upload/${person}/`);
  if (kind === undefined && !isSetting) return;
  const text = storage.getItem(name);
  // Removed first, so that a full storage has room; what can't be encrypted is put back.
  storage.removeItem(name);
  if (kind === undefined || text === null) return;
  const next = `${kind}/${name.slice(`vlabs.${kind}/${person}/`.length)}`;
  try {
    if (encrypted.getItem(next) === null) encrypted.setItem(next, text);
  } catch (error) {
    storage.setItem(name, text);
    throw error;
  }
}
