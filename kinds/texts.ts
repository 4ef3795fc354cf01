import { z } from 'zod';
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

/** Longer than what can be asked in the end, so that too much is kept as well, and said at its field. */
export const Written = z
  .string()
  .max(40_000, 'That is too long for one text. Shorten it, so that it can be kept.');
/** A number as it was typed, or a few words. */
export const Short = z.string().max(1000, 'That is too long. Shorten it, so that it can be kept.');

const HUNDRED = ratio(100);

/** `100`, `33.3` or `100/3` per cent as a share above 0 and up to 1; null where it is none. */
export function readPercent(typed: string): Ratio | null {
  const read = readRatio(typed.trim());
  if (!read || isAtMost(read, NOTHING) || !isAtMost(read, HUNDRED)) return null;
  return dividedBy(read, HUNDRED);
}

/** Does it give all the points? */
export function isWhole(percent: string): boolean {
  const share = readPercent(percent);
  return share !== null && isSame(share, WHOLE);
}

export const PERCENT_MISTAKE =
  'Write per cent of the points, above 0 and up to 100, like 50 or 100/3.';

/** One line that can be kept and sent everywhere. */
export function isPlainLine(text: string, max: number): boolean {
  return text.length <= max && text.trim() !== '' && text.isWellFormed() && !/\p{Cc}/u.test(text);
}

/** As it stands, where Markdown is read. */
export const asTyped = (typed: string) => typed.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);

/** What a student typed. */
export const showTyped = (typed: string) => ({
  label: asTyped(typed),
  called: `“${typed}”`,
});
