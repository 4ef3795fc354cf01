import { NO_GRAM } from './grams.ts';

/** One of this many consecutive grams is kept: a shared run of `GRAM_LENGTH + WINDOW - 1` tokens is never missed. */
const WINDOW = 8;

/**
 * Robust winnowing (Schleimer, Wilkerson and Aiken, 2003): keeps the minimum hash of each window, the rightmost of
 * equal ones. Returns the kept positions.
 */
export function winnow(hashes: Float64Array): number[] {
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
