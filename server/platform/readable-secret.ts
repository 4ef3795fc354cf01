import { randomBytes } from 'node:crypto';

/** 32 letters and digits that nobody takes for each other on paper or when they are read out. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 12;

/** 60 random bits, in three groups: of a password that is handed over, and of a code. */
export function makeReadableSecret(): string {
  // A byte holds each of the 32 equally often.
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS.charAt(byte % LETTERS.length));
  return [letters.slice(0, 4), letters.slice(4, 8), letters.slice(8)]
    .map((group) => group.join(''))
    .join('-');
}
