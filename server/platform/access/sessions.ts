import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

/** 256 random bits. Returned once, to the person who signs in, and never stored. */
export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The stored form of a token, useless to someone who reads the database. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Parses `<token>` or `Bearer <token>`; null for anything that is not one of our tokens. */
export function readToken(header: string | undefined): string | null {
  const token = header?.trim().replace(/^bearer\s+/i, '');
  return token !== undefined && TOKEN.test(token) ? token : null;
}
