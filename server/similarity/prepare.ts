import type { GramNumbers } from './gram-numbers.ts';
import { GRAM_LENGTH, NO_GRAM, hashGrams } from './grams.ts';
import { CODE_BREAK, type Tokens } from './programs/tokens.ts';

/** One of this many consecutive grams is kept: a shared run of `GRAM_LENGTH + WINDOW - 1` tokens is never missed. */
const WINDOW = 8;

/**
 * Robust winnowing (Schleimer, Wilkerson and Aiken, 2003): keeps the minimum hash of each window, the rightmost of
 * equal ones. Returns the kept positions.
 */
function winnow(hashes: Float64Array): number[] {
  const kept: number[] = [];
  let least = -1;
  for (let end = 0; end < hashes.length; end += 1) {
    const begin = end - WINDOW + 1;
    if (least < begin) least = leastOf(hashes, Math.max(0, begin), end);
    else if (hashAt(hashes, end) <= hashAt(hashes, least)) least = end;
    const isWhole = begin >= 0 || end === hashes.length - 1;
    if (isWhole && kept.at(-1) !== least && hashAt(hashes, least) !== Infinity) kept.push(least);
  }
  return kept;
}

function leastOf(hashes: Float64Array, from: number, to: number): number {
  let least = to;
  for (let at = to - 1; at >= from; at -= 1) {
    if (hashAt(hashes, at) < hashAt(hashes, least)) least = at;
  }
  return least;
}

/** A position without a gram is never the minimum. */
function hashAt(hashes: Float64Array, at: number): number {
  const hash = hashes[at] ?? NO_GRAM;
  return hash === NO_GRAM ? Infinity : hash;
}

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
