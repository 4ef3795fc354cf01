import { columnsOf } from '@vlabs/contract/runs/columns';
import type { IUnicodeVersionProvider } from '@xterm/xterm';

const VARIANT_SHOWN_AS_EMOJI = 0xfe0f;
const KEYCAP = 0x20e3;
const JOINER = 0x200d;
const REGIONAL_A = 0x1f1e6;
const REGIONAL_Z = 0x1f1ff;
/** Below it, nothing joins and every character takes one column. */
const FIRST_UNUSUAL = 0xa9;

const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;
const EMOJI_MODIFIER = /^\p{Emoji_Modifier}$/u;
const SPACING_MARK = /^\p{Mc}$/u;
/** Of the scripts whose consonants join: Devanagari, Bengali, Gujarati, Odia, Telugu and Malayalam. */
const CONSONANT =
  /^[\u0915-\u0939\u0958-\u095f\u0978-\u097f\u0995-\u09b9\u09dc-\u09df\u09f0\u09f1\u0a95-\u0ab9\u0af9\u0b15-\u0b39\u0b5c-\u0b5f\u0b71\u0c15-\u0c39\u0c58-\u0c5a\u0d15-\u0d3a]$/u;
const VIRAMA = /^[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d]$/u;

/** What a cluster ends with, as far as it decides whether the next character joins it. */
const END = { plain: 0, pictograph: 1, joinedPictograph: 2, regional: 3, consonant: 4, virama: 5 };
type End = (typeof END)[keyof typeof END];

/** No letter or emoji needs more; drawing a letter with thousands of marks would stop the page. */
const MAX_JOINED = 12;

/**
 * xterm's format: the state from bit 3, the columns in bits 1 and 2, and whether the character joins in bit 0. The
 * state is the end in three bits, and above it how many characters have joined.
 */
const pack = (end: End, columns: number, joined: number, isJoined = joined > 0): number =>
  (joined << 6) | (end << 3) | (columns << 1) | (isJoined ? 1 : 0);

/**
 * Puts each letter, with its marks and the letters that join it, in one cell or two, so that it is drawn whole. Its
 * columns are the sum of what `wcwidth` gives its characters, as programs count them, up to the two that a cell can
 * have.
 */
export const clusters: IUnicodeVersionProvider = {
  version: 'clusters',
  wcwidth: columnsOf,
  charProperties(codePoint, preceding) {
    if (codePoint < FIRST_UNUSUAL) return pack(END.plain, 1, 0);
    const character = String.fromCodePoint(codePoint);
    const own = columnsOf(codePoint);
    const before = (preceding >> 3) & 7;
    const joined = preceding >> 6;
    const columnsBefore = (preceding >> 1) & 3;
    if (columnsBefore === 0 || !joins(codePoint, before)) {
      return pack(endOf(character, codePoint), own, 0);
    }
    if (joined >= MAX_JOINED) return pack(END.plain, Math.max(1, own), MAX_JOINED, false);
    const isShownAsEmoji =
      codePoint === KEYCAP || (codePoint === VARIANT_SHOWN_AS_EMOJI && before === END.pictograph);
    const columns = isShownAsEmoji ? 2 : Math.min(2, columnsBefore + own);
    return pack(endAfter(codePoint, before), columns, joined + 1);
  },
};

function joins(codePoint: number, before: number): boolean {
  const character = String.fromCodePoint(codePoint);
  if (columnsOf(codePoint) === 0 || SPACING_MARK.test(character)) return true;
  if (before === END.regional) return isRegional(codePoint);
  if (before === END.virama) return CONSONANT.test(character);
  if (before === END.pictograph) return EMOJI_MODIFIER.test(character);
  return before === END.joinedPictograph && PICTOGRAPH.test(character);
}

const isRegional = (codePoint: number) => codePoint >= REGIONAL_A && codePoint <= REGIONAL_Z;

function endOf(character: string, codePoint: number): End {
  if (isRegional(codePoint)) return END.regional;
  if (PICTOGRAPH.test(character)) return END.pictograph;
  return CONSONANT.test(character) ? END.consonant : END.plain;
}

function endAfter(codePoint: number, before: number): End {
  const character = String.fromCodePoint(codePoint);
  // A flag has two letters: a third begins the next flag.
  if (isRegional(codePoint)) return END.plain;
  if (PICTOGRAPH.test(character) || EMOJI_MODIFIER.test(character)) return END.pictograph;
  if (CONSONANT.test(character)) return END.consonant;
  if (columnsOf(codePoint) > 0) return END.plain;
  if (before === END.consonant && VIRAMA.test(character)) return END.virama;
  if (before === END.pictograph && codePoint === JOINER) return END.joinedPictograph;
  return before === END.regional || before === END.joinedPictograph ? END.plain : before;
}
