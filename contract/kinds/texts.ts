import { z } from 'zod';
import { comparableText } from '../text/canonical.ts';
import {
  type Ratio,
  dividedBy,
  isAtMost,
  isSame,
  NOTHING,
  ratio,
  readRatio,
  WHOLE,
} from './scoring/ratios.ts';

/** Longer than allowed in a test, so that too long a text is kept and reported at its field. */
export const Written = z.string().max(40_000, 'This text is too long to save. Shorten it.');
/** A number as typed, or a few words. */
export const Short = z.string().max(1000, 'This is too long to save. Shorten it.');

const HUNDRED = ratio(100);

/** Parses per cent such as `100`, `33.3` or `100/3` as a fraction above 0 and up to 1; null if invalid. */
export function readPercent(typed: string): Ratio | null {
  const read = readRatio(typed.trim());
  if (!read || isAtMost(read, NOTHING) || !isAtMost(read, HUNDRED)) return null;
  return dividedBy(read, HUNDRED);
}

/** Reports whether it gives full points. */
export function isWhole(percent: string): boolean {
  const share = readPercent(percent);
  return share !== null && isSame(share, WHOLE);
}

export const PERCENT_MISTAKE = 'Enter a percentage above 0 and up to 100, such as 50 or 100/3.';

/** One line of storable text. */
export function isPlainLine(text: string, max: number): boolean {
  const isBlank = comparableText(text).trim() === '';
  return text.length <= max && !isBlank && text.isWellFormed() && !/\p{Cc}/u.test(text);
}

/** Escapes text so that Markdown displays it literally. */
export const asTyped = (typed: string) => typed.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);

/** A student's input. */
export const showTyped = (typed: string) => ({
  label: asTyped(typed),
  called: `“${typed}”`,
});
