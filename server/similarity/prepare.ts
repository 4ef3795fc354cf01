import type { GramNumbers } from './gram-numbers.ts';
import { GRAM_LENGTH, NO_GRAM, hashGrams } from './grams.ts';
import { CODE_BREAK, type Tokens } from './programs/tokens.ts';
import { winnow } from './winnow.ts';

/** A program prepared for comparison. */
export interface Prepared {
  tokens: Tokens;
  /** The number of the gram at each position. */
  grams: Int32Array;
  /** The same without ignored ones. */
  distinctGrams: Int32Array;
  /** Fingerprints for finding similar programs. */
  fingerprints: number[];
  /** 1 for each token that counts because it is not ignored. */
  counts: Uint8Array;
  countedTokens: number;
}

export function numberGrams(tokens: Tokens, numbers: GramNumbers) {
  const hashes = hashGrams(tokens.codes);
  return { tokens, grams: numbers.numberAll(hashes), kept: winnow(hashes) };
}

/** Ignores given and common code: grams with `isLeftOut` 1. */
export function prepare(
  { tokens, grams, kept }: ReturnType<typeof numberGrams>,
  isLeftOut: Uint8Array,
): Prepared {
  const counts = Uint8Array.from(tokens.codes, (code) => (code === CODE_BREAK ? 0 : 1));
  const ownGrams = grams.map((gram, at) => {
    if (gram === NO_GRAM || isLeftOut[gram] !== 1) return gram;
    counts.fill(0, at, at + GRAM_LENGTH);
    return NO_GRAM;
  });
  const fingerprints = new Set<number>();
  for (const at of kept) {
    const gram = ownGrams[at] ?? NO_GRAM;
    if (gram !== NO_GRAM) fingerprints.add(gram);
  }
  const countedTokens = counts.reduce((sum, one) => sum + one, 0);
  return {
    tokens,
    grams,
    distinctGrams: ownGrams,
    fingerprints: [...fingerprints],
    counts,
    countedTokens,
  };
}
