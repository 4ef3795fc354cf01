import { GramNumbers } from './gram-numbers.ts';
import { GRAM_LENGTH, NO_GRAM } from './grams.ts';
import { findCandidates } from './find-candidates.ts';
import { Matcher, type Tile } from './match.ts';
import { numberGrams, type Prepared, prepare } from './prepare.ts';
import { type SourceFile, joinFiles, tokenise } from './programs/tokenise.ts';
import type { Tokens } from './programs/tokens.ts';

export interface Program {
  id: string;
  files: SourceFile[];
}

export interface Given {
  languageId: number;
  programs: readonly Program[];
  /** Code given to students: starter code and examples in the statement. */
  leftOut: readonly string[];
}

export interface SimilarPair {
  one: string;
  other: string;
  /** 0 to 1: the fraction of both programs together that they share. */
  similarity: number;
  partOfOne: number;
  partOfOther: number;
  /** Of the first program: lines with shared code, and lines of the longest fragment. */
  sharedLines: number;
  longestLines: number;
  /** From and to in the first text, then in the second. */
  fragments: [number, number, number, number][];
}

export interface ComparedProgram {
  id: string;
  /** Tokens that count. */
  tokens: number;
  /** The fraction that was given or that most programs share: 0 to 1. */
  leftOut: number;
  isCut: boolean;
  /** It has too little code of its own to be compared. */
  isTooShort: boolean;
}

export interface Comparison {
  programs: ComparedProgram[];
  /** Most similar first. */
  pairs: SimilarPair[];
}

/** Per program; longer ones are compared up to this. About 3,000 lines. */
const MAX_TOKENS = 25_000;
/** For all programs together, to limit memory and time. */
const MAX_TOKENS_IN_ALL = 3_000_000;
/** With at least this many programs, code that most of them share is ignored. */
const MANY_PROGRAMS = 10;
const COMMON_PART = 0.5;
/** Any two programs share less than this. */
const MIN_SIMILARITY = 0.1;
const MAX_PAIRS = 2000;
const MAX_FRAGMENTS = 400;

/** Compares all programs of one language. `onProgress` gets fractions from 0 to 1. */
export function comparePrograms(
  { languageId, programs, leftOut }: Given,
  onProgress: (part: number) => void = () => undefined,
): Comparison {
  const max = Math.min(MAX_TOKENS, Math.floor(MAX_TOKENS_IN_ALL / Math.max(1, programs.length)));
  const read = programs.map(({ files }, at) => {
    onProgress((0.3 * at) / programs.length);
    return tokenise(files, languageId, Math.max(max, 2000));
  });
  const given = leftOut.map((text) => tokenise([{ name: '', text }], languageId, MAX_TOKENS));
  const prepared = prepareAll(read, given);
  const compared = programs.map(({ id }, at) => describe(id, prepared.programs[at]));
  const texts = programs.map(({ files }) => joinFiles(files));
  const found = pairUp(prepared, (part) => onProgress(0.3 + 0.7 * part));
  const pairs = found.map(({ one, other, longest: _tokens, ...pair }) => ({
    one: compared[one]?.id ?? '',
    other: compared[other]?.id ?? '',
    ...pair,
    ...countLines(pair.fragments, texts[one] ?? ''),
  }));
  return { programs: compared, pairs };
}

interface PreparedPrograms {
  programs: Prepared[];
  gramCount: number;
}

function prepareAll(read: readonly Tokens[], given: readonly Tokens[]): PreparedPrograms {
  const total = [...read, ...given].reduce((sum, { codes }) => sum + codes.length, 0);
  const numbers = new GramNumbers(total);
  const numbered = read.map((tokens) => numberGrams(tokens, numbers));
  const numberedGiven = given.map((tokens) => numberGrams(tokens, numbers));
  const isLeftOut = findCommon(
    numbered.map(({ grams }) => grams),
    numbers.count,
  );
  for (const { grams } of numberedGiven) {
    for (const gram of grams) if (gram !== NO_GRAM) isLeftOut[gram] = 1;
  }
  return {
    programs: numbered.map((program) => prepare(program, isLeftOut)),
    gramCount: numbers.count,
  };
}

/** Marks grams that most programs contain with 1. Identical programs count once: copies do not make code common. */
function findCommon(programs: readonly Int32Array[], gramCount: number): Uint8Array {
  const isCommon = new Uint8Array(gramCount);
  const distinct = new Map(programs.map((grams) => [grams.join(), grams]));
  if (distinct.size < MANY_PROGRAMS) return isCommon;
  const holders = new Int32Array(gramCount);
  for (const grams of distinct.values()) {
    for (const gram of new Set(grams))
      if (gram !== NO_GRAM) holders[gram] = (holders[gram] ?? 0) + 1;
  }
  return isCommon.map((_, gram) => ((holders[gram] ?? 0) > distinct.size * COMMON_PART ? 1 : 0));
}

function describe(id: string, program: Prepared | undefined): ComparedProgram {
  if (!program) throw new Error('A compared program is missing.');
  const { tokens, countedTokens } = program;
  const all = tokens.codes.length;
  return {
    id,
    tokens: countedTokens,
    leftOut: all === 0 ? 0 : 1 - countedTokens / all,
    isCut: tokens.isCut,
    isTooShort: countedTokens < GRAM_LENGTH,
  };
}

interface NumberedPair extends Omit<SimilarPair, 'one' | 'other' | 'sharedLines' | 'longestLines'> {
  one: number;
  other: number;
  longest: number;
}

function pairUp(
  { programs, gramCount }: PreparedPrograms,
  onProgress: (part: number) => void,
): NumberedPair[] {
  const candidates = findCandidates(
    programs.map(({ fingerprints }) => fingerprints),
    gramCount,
  );
  const matcher = new Matcher(gramCount);
  const pairs: NumberedPair[] = [];
  for (const [at, [one, other]] of candidates.entries()) {
    if (at % 64 === 0) onProgress(at / candidates.length);
    const [first, second] = [programs[one], programs[other]];
    if (!first || !second) continue;
    const match = matcher.match(first, second);
    if (match.similarity < MIN_SIMILARITY) continue;
    pairs.push({
      one,
      other,
      similarity: match.similarity,
      partOfOne: match.sharedOfOne / first.countedTokens,
      partOfOther: match.sharedOfOther / second.countedTokens,
      longest: match.longest,
      fragments: placeTiles(match.tiles, first.tokens, second.tokens),
    });
  }
  return keepHighest(pairs);
}

/** The highest similarity, and each program's highest. */
function keepHighest(pairs: NumberedPair[]): NumberedPair[] {
  const ranked = pairs.toSorted((a, b) => b.similarity - a.similarity || b.longest - a.longest);
  const seen = new Set<number>();
  return ranked.filter(({ one, other }, rank) => {
    const isFirst = !seen.has(one) || !seen.has(other);
    seen.add(one).add(other);
    return rank < MAX_PAIRS || isFirst;
  });
}

/** Fragments are in the order of the first text. */
function countLines(fragments: SimilarPair['fragments'], text: string) {
  let [sharedLines, longestLines, seenTo] = [0, 0, -1];
  for (const [from, to] of fragments) {
    const lines = text.slice(from, to).split('\n').length;
    const sharesLine = seenTo !== -1 && !text.slice(seenTo, from).includes('\n');
    sharedLines += sharesLine ? lines - 1 : lines;
    longestLines = Math.max(longestLines, lines);
    seenTo = to;
  }
  return { sharedLines, longestLines };
}

function placeTiles(tiles: readonly Tile[], one: Tokens, other: Tokens): SimilarPair['fragments'] {
  return tiles
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_FRAGMENTS)
    .toSorted((a, b) => a.one - b.one)
    .map((tile) => {
      const [lastOfOne, lastOfOther] = [tile.one + tile.length - 1, tile.other + tile.length - 1];
      return [
        one.starts[tile.one] ?? 0,
        one.ends[lastOfOne] ?? 0,
        other.starts[tile.other] ?? 0,
        other.ends[lastOfOther] ?? 0,
      ];
    });
}
