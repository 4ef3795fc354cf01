/** Finds the ends of tokens. Each character is examined once. */

const NEWLINE = 10;
const BACKSLASH = 92;

export function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at === -1 ? text.length : at;
}

/** The position after the closing text, or the end. */
export function endAfter(text: string, closing: string, from: number): number {
  const at = text.indexOf(closing, from);
  return at === -1 ? text.length : at + closing.length;
}

/** The position after the closing quote; an unclosed string ends with its line. */
export function endOfQuoted(text: string, from: number): number {
  const quote = text.charCodeAt(from);
  let at = from + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === NEWLINE) return at;
    at += code === BACKSLASH ? 2 : 1;
  }
  return text.length;
}

/** The end of a line; a backslash at the end continues it. */
export function endOfContinuedLine(text: string, from: number): number {
  let end = endOfLine(text, from);
  while (end < text.length && /\\\r?$/.test(text.slice(Math.max(from, end - 2), end))) {
    end = endOfLine(text, end + 1);
  }
  return end;
}

export function isWordStart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    code === 95 ||
    code === 36 ||
    code > 127
  );
}

export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

export function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && (isWordStart(text.charCodeAt(at)) || isDigit(text.charCodeAt(at))))
    at += 1;
  return at;
}

/** A number with digits of any base, point, exponent, separators and suffix. */
export function endOfNumber(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const isSign =
      (code === 43 || code === 45) && /[eEpP]/.test(text[at - 1] ?? '') && !isHex(text, from);
    const isSeparator = code === 39 && isDigit(text.charCodeAt(at + 1));
    if (!isWordStart(code) && !isDigit(code) && code !== 46 && !isSign && !isSeparator) return at;
    at += 1;
  }
  return at;
}

/** In `0xE+1` the E is a digit. */
const isHex = (text: string, from: number): boolean => /^0[xX]/.test(text.slice(from, from + 2));

export function isSpace(code: number): boolean {
  return code <= 32 || code === 0xa0 || code === 0xfeff;
}
