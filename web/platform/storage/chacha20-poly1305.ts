import { chacha20poly1305 } from '@noble/ciphers/chacha.js';

/**
 * ChaCha20-Poly1305 of RFC 8439. The browser's own ciphers are asynchronous, so they lose what is typed right before
 * a reload, and pages that are not served by HTTPS have none.
 */

const TAG_BYTES = 16;
const NONCE_BYTES = 12;

interface Keyed {
  /** 32 bytes. */
  key: Uint8Array;
  /** 12 bytes, never used twice with a key. */
  nonce: Uint8Array;
  /** Authenticated, but not encrypted. */
  associated: Uint8Array;
}

/** The encrypted text, followed by its tag. */
export const seal = ({ key, nonce, associated }: Keyed, text: Uint8Array): Uint8Array =>
  chacha20poly1305(key, nonce, associated).encrypt(text);

/** Null if the text was not sealed with this key, nonce and associated data. */
export function unseal({ key, nonce, associated }: Keyed, sealed: Uint8Array): Uint8Array | null {
  if (sealed.length < TAG_BYTES) return null;
  try {
    return chacha20poly1305(key, nonce, associated).decrypt(sealed);
  } catch {
    // The library says so of a wrong tag.
    return null;
  }
}

export const makeNonce = () => crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
