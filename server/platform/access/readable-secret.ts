import { randomBytes } from 'node:crypto';

/** 32 letters and digits that are not confused on paper or when read aloud. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 12;

/** 60 random bits in three groups, for passwords and codes that are handed over. */
export function makeReadableSecret(): string {
  // 256 is a multiple of 32, so the distribution is uniform.
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS.charAt(byte % LETTERS.length));
  return [letters.slice(0, 4), letters.slice(4, 8), letters.slice(8)]
    .map((group) => group.join(''))
    .join('-');
}
