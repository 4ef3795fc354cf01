import { GRAM_LENGTH, NO_GRAM } from './grams.ts';
import type { Prepared } from './prepare.ts';

/** A sequence of tokens that two programs share. */
export interface Tile {
  one: number;
  other: number;
  length: number;
}

export interface Match {
  /** In the order of the first program. */
  tiles: Tile[];
  /** Counted tokens of each program that the other has. */
  sharedOfOne: number;
  sharedOfOther: number;
  /** The fraction of both programs together that they share: 0 to 1. */
  similarity: number;
  /** In tokens. */
  longest: number;
}

/** A few tokens at the edge of ignored code match by accident. */
const MIN_COUNTED = 10;
/** Of a more frequent gram, only this many positions are examined. */
const MAX_PLACES = 64;
/** How often a run may be examined per token; only artificial programs need more. */
const LOOKS_A_TOKEN = 60;

/**
 * Finds what two programs share, each token at most once (greedy string tiling, Wise 1993, with grams instead of a
 * search): the longest shared run first, then the rest.
 */
export class Matcher {
  /** For each gram its first position in the second program; for each position the next one. */
  readonly #heads: Int32Array;

  constructor(gramCount: number) {
    this.#heads = new Int32Array(gramCount).fill(-1);
  }

  match(one: Prepared, other: Prepared): Match {
    // In a fixed order, so that the result is symmetric.
    if (!isBefore(one, other)) return swap(this.#matchInOrder(other, one));
    return this.#matchInOrder(one, other);
  }

  #matchInOrder(one: Prepared, other: Prepared): Match {
    const runs = this.#findRuns(one, other);
    runs.sort((a, b) => b.length - a.length || a.one - b.one || a.other - b.other);
    const taken = layTiles(runs, one.tokens.codes.length, other.tokens.codes.length);
    const tiles = joinNeighbours(taken)
      .flatMap((tile) => trim(tile, one.counts, other.counts))
      .filter((tile) => countIn(one.counts, tile.one, tile) >= MIN_COUNTED);
    const sharedOfOne = tiles.reduce((sum, tile) => sum + countIn(one.counts, tile.one, tile), 0);
    const sharedOfOther = tiles.reduce(
      (sum, tile) => sum + countIn(other.counts, tile.other, tile),
      0,
    );
    const all = one.countedTokens + other.countedTokens;
    return {
      tiles,
      sharedOfOne,
      sharedOfOther,
      similarity: all === 0 ? 0 : (sharedOfOne + sharedOfOther) / all,
      longest: tiles.reduce((max, tile) => Math.max(max, countIn(one.counts, tile.one, tile)), 0),
    };
  }

  /** Maximal runs of grams that start with a counted one. */
  #findRuns(one: Prepared, other: Prepared): Tile[] {
    const heads = this.#heads;
    const { distinctGrams } = other;
    const next = new Int32Array(distinctGrams.length).fill(-1);
    for (let at = distinctGrams.length - 1; at >= 0; at -= 1) {
      const gram = distinctGrams[at] ?? NO_GRAM;
      if (gram === NO_GRAM) continue;
      next[at] = heads[gram] ?? -1;
      heads[gram] = at;
    }
    const runs = collectRuns(one, other, (gram) => heads[gram] ?? -1, next);
    for (const gram of distinctGrams) if (gram !== NO_GRAM) heads[gram] = -1;
    return runs;
  }
}

function collectRuns(
  one: Prepared,
  other: Prepared,
  headOf: (gram: number) => number,
  next: Int32Array,
): Tile[] {
  const runs: Tile[] = [];
  const { distinctGrams } = one;
  let looks = LOOKS_A_TOKEN * (distinctGrams.length + next.length);
  for (let at = 0; at < distinctGrams.length && looks > 0; at += 1) {
    const gram = distinctGrams[at] ?? NO_GRAM;
    if (gram === NO_GRAM) continue;
    let place = headOf(gram);
    for (let seen = 0; place !== -1 && seen < MAX_PLACES; seen += 1) {
      looks -= 1;
      if (!isSame(distinctGrams[at - 1], other.distinctGrams[place - 1])) {
        // Continues through ignored code, which counts for neither.
        const grams = lengthOfRun(one.grams, other.grams, at, place);
        looks -= grams;
        runs.push({ one: at, other: place, length: grams + GRAM_LENGTH - 1 });
      }
      place = next[place] ?? -1;
    }
  }
  return runs;
}

function lengthOfRun(one: Int32Array, other: Int32Array, at: number, place: number): number {
  let length = 1;
  while (isSame(one[at + length], other[place + length])) length += 1;
  return length;
}

const isSame = (gram: number | undefined, other: number | undefined): boolean =>
  gram !== undefined && gram !== NO_GRAM && gram === other;

/** The parts of each run that are free in both programs, longest first. */
function layTiles(runs: readonly Tile[], lengthOfOne: number, lengthOfOther: number): Tile[] {
  const takenOfOne = new Uint8Array(lengthOfOne);
  const takenOfOther = new Uint8Array(lengthOfOther);
  const tiles: Tile[] = [];
  for (const run of runs) {
    for (const tile of freeParts(run, takenOfOne, takenOfOther)) {
      takenOfOne.fill(1, tile.one, tile.one + tile.length);
      takenOfOther.fill(1, tile.other, tile.other + tile.length);
      tiles.push(tile);
    }
  }
  return tiles;
}

function freeParts(run: Tile, takenOfOne: Uint8Array, takenOfOther: Uint8Array): Tile[] {
  const parts: Tile[] = [];
  let begin = 0;
  for (let at = 0; at <= run.length; at += 1) {
    const isFree =
      at < run.length && takenOfOne[run.one + at] === 0 && takenOfOther[run.other + at] === 0;
    if (isFree) continue;
    const length = at - begin;
    if (length >= GRAM_LENGTH)
      parts.push({ one: run.one + begin, other: run.other + begin, length });
    begin = at + 1;
  }
  return parts;
}

function countIn(counts: Uint8Array, from: number, { length }: Tile): number {
  let counted = 0;
  for (let at = from; at < from + length; at += 1) counted += counts[at] ?? 0;
  return counted;
}

/** Merges adjacent tiles; ordered by the first program. */
function joinNeighbours(tiles: readonly Tile[]): Tile[] {
  const joined: Tile[] = [];
  for (const tile of tiles.toSorted((a, b) => a.one - b.one)) {
    const before = joined.at(-1);
    if (before && follows(before, tile)) before.length += tile.length;
    else joined.push({ ...tile });
  }
  return joined;
}

const follows = (before: Tile, tile: Tile): boolean =>
  before.one + before.length === tile.one && before.other + before.length === tile.other;

/** Without ignored code at either end; none if nothing else is left. */
function trim({ one, other, length }: Tile, ofOne: Uint8Array, ofOther: Uint8Array): Tile[] {
  const isCounted = (at: number) => ofOne[one + at] === 1 || ofOther[other + at] === 1;
  let [begin, end] = [0, length];
  while (begin < end && !isCounted(begin)) begin += 1;
  while (end > begin && !isCounted(end - 1)) end -= 1;
  return begin === end ? [] : [{ one: one + begin, other: other + begin, length: end - begin }];
}

function isBefore(one: Prepared, other: Prepared): boolean {
  const [a, b] = [one.grams, other.grams];
  if (a.length !== b.length) return a.length < b.length;
  const differs = a.findIndex((gram, at) => gram !== b[at]);
  return differs === -1 || (a[differs] ?? 0) < (b[differs] ?? 0);
}

function swap({ tiles, sharedOfOne, sharedOfOther, ...match }: Match): Match {
  return {
    ...match,
    sharedOfOne: sharedOfOther,
    sharedOfOther: sharedOfOne,
    tiles: tiles
      .map(({ one, other, length }) => ({ one: other, other: one, length }))
      .toSorted((a, b) => a.one - b.one),
  };
}
