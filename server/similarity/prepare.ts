import type { GramNumbers } from './gram-numbers.ts';
import { GRAM_LENGTH, NO_GRAM, hashGrams } from './grams.ts';
import { CODE_BREAK, type Tokens } from './tokens.ts';
import { winnow } from './winnow.ts';

/** A program ready to be compared. */
export interface Prepared {
  tokens: Tokens;
  /** The number of the gram that begins at each place. */
  grams: Int32Array;
  /** The same without those that are left out. */
  distinctGrams: Int32Array;
  /** Distinct grams by which programs that share much are found. */
  fingerprints: number[];
  /** 1 for each token that counts: it is not part of what is left out. */
  counts: Uint8Array;
  countedTokens: number;
}

export function numberGrams(tokens: Tokens, numbers: GramNumbers) {
  const hashes = hashGrams(tokens.codes);
  return { tokens, grams: numbers.numberAll(hashes), kept: winnow(hashes) };
}

/** Leaves out what was given or what most share: grams of which `isLeftOut` is 1. */
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
