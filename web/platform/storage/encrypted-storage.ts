import { type KeptStorage, listNames } from './browser-storage.ts';
import { makeNonce, seal, unseal } from './chacha20-poly1305.ts';

/** What the server gives to a person who is signed in, the same each time. */
export interface StorageKey {
  /** Names the person's entries; 32 hexadecimal digits that say nothing about the person. */
  owner: string;
  /** 64 hexadecimal digits. Never stored beyond the tab. */
  secret: string;
}

const NONCE_BYTES = 12;

/** Entries of one person. Without the person's key, nobody can read them or tell whose they are. */
export function encryptStorage(storage: KeptStorage, { owner, secret }: StorageKey): KeptStorage {
  const prefix = prefixOf(owner);
  const keyBytes = readHex(secret);
  const listOwn = () =>
    listNames(storage).flatMap((name) =>
      name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
    );
  return {
    getItem: (name) => decrypt(keyBytes, prefix + name, storage.getItem(prefix + name)),
    setItem: (name, text) => storage.setItem(prefix + name, encrypt(keyBytes, prefix + name, text)),
    removeItem: (name) => storage.removeItem(prefix + name),
    key: (index) => listOwn()[index] ?? null,
    get length() {
      return listOwn().length;
    },
  };
}

const prefixOf = (owner: string) => `vlabs/${owner}/`;

/** An entry of this person that another tab changed; null for any other event. */
export function readChange(
  { owner, secret }: StorageKey,
  event: Pick<StorageEvent, 'key' | 'newValue'>,
): { name: string; text: string | null } | null {
  const prefix = prefixOf(owner);
  if (!event.key?.startsWith(prefix)) return null;
  const text = decrypt(readHex(secret), event.key, event.newValue);
  return { name: event.key.slice(prefix.length), text };
}

/** Two entries with the same text look different, and none can be moved to another name. */
function encrypt(key: Uint8Array, name: string, text: string): string {
  const nonce = makeNonce();
  const associated = new TextEncoder().encode(name);
  const sealed = seal({ key, nonce, associated }, new TextEncoder().encode(text));
  const bytes = new Uint8Array(NONCE_BYTES + sealed.length);
  bytes.set(nonce);
  bytes.set(sealed, NONCE_BYTES);
  return writeBase64(bytes);
}

/** Null for a value that was not encrypted with this key under this name. */
function decrypt(key: Uint8Array, name: string, value: string | null): string | null {
  const bytes = value === null ? null : readBase64(value);
  if (!bytes) return null;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  if (nonce.length < NONCE_BYTES) return null;
  const associated = new TextEncoder().encode(name);
  const text = unseal({ key, nonce, associated }, bytes.subarray(NONCE_BYTES));
  return text && new TextDecoder('utf-8', { ignoreBOM: true }).decode(text);
}

const CHUNK_LENGTH = 0x8000;

function writeBase64(bytes: Uint8Array): string {
  let binary = '';
  // Function calls take a limited number of arguments.
  for (let start = 0; start < bytes.length; start += CHUNK_LENGTH) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK_LENGTH));
  }
  return btoa(binary);
}

function readBase64(value: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

const readHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
