import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

/** 256 random bits. It is shown once, to the person who signs in, and kept nowhere. */
export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What the database keeps of a token: enough to know it again, useless to who reads it there. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Reads `<token>` or `Bearer <token>`; null for anything that no server of ours has given out. */
export function readToken(header: string | undefined): string | null {
  const token = header?.trim().replace(/^bearer\s+/i, '');
  return token !== undefined && TOKEN.test(token) ? token : null;
}
