import { comparableText } from '../../text/canonical.ts';
import { NOTHING, type Ratio } from './ratios.ts';

export interface TextSettings {
  /** Ignores case. */
  ignoresCase: boolean;
  /** Treats several spaces as one. */
  foldsSpaces: boolean;
}

/** Normalises to composed form without what nobody sees, and trims. */
function plain(text: string, { ignoresCase, foldsSpaces }: TextSettings): string {
  const composed = comparableText(text).trim();
  const folded = foldsSpaces ? composed.split(/\s+/).join(' ') : composed;
  return ignoresCase ? folded.toLowerCase() : folded;
}

/** The parts between the stars of a pattern; `\*` is a literal star, nothing else is special. */
function splitAtStars(pattern: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '*') {
      pieces.push(piece);
      piece = '';
      continue;
    }
    if (pattern.startsWith('\\*', at)) at++;
    piece += pattern[at];
  }
  return [...pieces, piece];
}

/** Reports whether the whole answer matches; each `*` matches any text, even none. */
export function isTextLike(answer: string, pattern: string, settings: TextSettings): boolean {
  const text = plain(answer, settings);
  const [start = '', ...others] = splitAtStars(plain(pattern, settings));
  const end = others.pop();
  if (end === undefined) return text === start;
  if (!text.startsWith(start) || !text.endsWith(end)) return false;
  let at = start.length;
  const last = text.length - end.length;
  for (const piece of others) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= last;
}

export interface TextKey {
  pattern: string;
  share: Ratio;
}

/** The fraction of the first matching key. An empty answer matches none. */
export function scoreText(answer: string, keys: readonly TextKey[], settings: TextSettings): Ratio {
  if (comparableText(answer).trim() === '') return NOTHING;
  return keys.find(({ pattern }) => isTextLike(answer, pattern, settings))?.share ?? NOTHING;
}
