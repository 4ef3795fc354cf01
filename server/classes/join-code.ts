import { createHash } from 'node:crypto';
import type { KeySource } from '../platform/key-source.ts';
import { SEALING_KEY_BYTES, openText, sealText } from '../platform/sealed-text.ts';

export function hashJoinCode(code: string): Buffer {
  const typed = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return createHash('sha256').update(`join ${typed}`).digest();
}

/** A join code for the database. Only servers of this installation read it, for this class alone. */
export const sealJoinCode = (source: KeySource, classId: string, code: string): Buffer =>
  sealText(keyFrom(source), classId, code);

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
  const code = openText(keyFrom(source), classId, codeSealed);
  // An earlier server stores the hash of a new code alone.
  return code !== null && hashJoinCode(code).equals(codeHash) ? code : null;
}

const keyFrom = (source: KeySource): Buffer =>
  source.deriveKey('join codes of classes', SEALING_KEY_BYTES);
