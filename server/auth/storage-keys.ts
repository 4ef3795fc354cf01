import type { KeySource } from '../platform/key-source.ts';

const KEY_BYTES = 32;
const OWNER_BYTES = 16;

/**
 * The key of what a person's pages store in a browser. It follows from the secret and the person, so a new session on
 * any server reads what an earlier one stored.
 */
export function makeStorageKey(source: KeySource, personId: string) {
  const derived = source.deriveKey(`browser storage of ${personId}`, KEY_BYTES + OWNER_BYTES);
  const [secret, owner] = [derived.subarray(0, KEY_BYTES), derived.subarray(KEY_BYTES)];
  return { owner: owner.toString('hex'), secret: secret.toString('hex') };
}
