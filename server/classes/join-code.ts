import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { KeySource } from '../platform/key-source.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function hashJoinCode(code: string): Buffer {
  const typed = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return createHash('sha256').update(`join ${typed}`).digest();
}

/** A join code for the database. Only servers of this installation read it, for this class alone. */
export function sealJoinCode(source: KeySource, classId: string, code: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(source), nonce).setAAD(Buffer.from(classId));
  const sealed = Buffer.concat([cipher.update(code, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

interface StoredJoinCode {
  classId: string;
  codeHash: Buffer | null;
  /** Null if the code was made before codes were stored. */
  codeSealed: Buffer | null;
}

/** Null if there is no code, or none that can be shown. */
export function openJoinCode(source: KeySource, stored: StoredJoinCode): string | null {
  const { classId, codeHash, codeSealed } = stored;
  if (!codeHash || !codeSealed) return null;
  const code = decrypt(keyFrom(source), classId, codeSealed);
  // An earlier server stores the hash of a new code alone.
  return code !== null && hashJoinCode(code).equals(codeHash) ? code : null;
}

function decrypt(key: Buffer, classId: string, stored: Buffer): string | null {
  const nonce = stored.subarray(0, NONCE_BYTES);
  const tag = stored.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const cipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(classId))
      .setAuthTag(tag);
    const code = cipher.update(stored.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([code, cipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

const keyFrom = (source: KeySource): Buffer => source.deriveKey('join codes of classes', KEY_BYTES);
