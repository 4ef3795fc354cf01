import { CallError } from '../platform/calls/call.ts';
import { isRecord } from '../platform/records.ts';
import { tabStorage } from '../platform/storage/browser-storage.ts';

const STORAGE_KEY = 'vlabs.sign-on';
const KEY_BYTES = 32;

/** A sign-on that this tab began, and that only this tab can finish. */
export interface HandOff {
  purpose: 'sign-in' | 'link' | 'try';
  /** Of the provider. */
  name: string;
  /** Where to go afterwards. */
  goTo: string;
  isShared: boolean;
  key: string;
}

/**
 * Opens the provider's page. `begin` sends the hash of the key and returns the address.
 * Throws if the browser cannot make the hash.
 */
export async function beginHandOff(
  handOff: Omit<HandOff, 'key'>,
  begin: (keyHash: string) => Promise<string>,
): Promise<void> {
  if (!window.isSecureContext) {
    const message = 'Open this page at its https address to sign in this way.';
    throw new CallError(400, { message, code: 'insecure' });
  }
  const key = toHex(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  const address = await begin(toHex(new Uint8Array(hash)));
  tabStorage().setItem(STORAGE_KEY, JSON.stringify({ ...handOff, key }));
  window.location.assign(address);
}

/** The sign-on that this tab began last; null if there is none. */
export function readHandOff(): HandOff | null {
  const stored = parse(tabStorage().getItem(STORAGE_KEY));
  return isHandOff(stored) ? stored : null;
}

export const forgetHandOff = (): void => tabStorage().removeItem(STORAGE_KEY);

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function isHandOff(value: unknown): value is HandOff {
  if (!isRecord(value)) return false;
  const { purpose, name, goTo, isShared, key } = value;
  const areTexts = [name, goTo, key].every((part) => typeof part === 'string');
  return areTexts && isPurpose(purpose) && typeof isShared === 'boolean';
}

export const isPurpose = (value: unknown): value is HandOff['purpose'] =>
  value === 'sign-in' || value === 'link' || value === 'try';

const toHex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
