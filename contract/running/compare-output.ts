import type { Comparison } from './test-case.ts';

export interface Rule {
  comparison: Comparison;
  tolerance: number;
}

/** Reports whether an output matches the expected one, in linear time. */
export function isExpected(output: string, expected: string, rule: Rule): boolean {
  return comparisons[rule.comparison](output, expected, rule.tolerance);
}

const comparisons: Record<
  Comparison,
  (output: string, expected: string, tolerance: number) => boolean
> = {
  exact: (output, expected) => withoutLastLineEnd(output) === withoutLastLineEnd(expected),
  'ignoring-space': (output, expected) => wordsOf(output).join(' ') === wordsOf(expected).join(' '),
  numbers: (output, expected, tolerance) =>
    hasSameNumbers(wordsOf(output), wordsOf(expected), tolerance),
};

/** Ignores the final line break and the kind of line breaks. */
function withoutLastLineEnd(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  return lines.endsWith('\n') ? lines.slice(0, -1) : lines;
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/** Words that are not numbers must be equal. */
function hasSameNumbers(output: string[], expected: string[], tolerance: number): boolean {
  if (output.length !== expected.length) return false;
  return expected.every((word, index) => isNear(output[index] ?? '', word, tolerance));
}

/** The tolerance is absolute near zero and relative for large numbers, as in programming contests. */
function isNear(word: string, expected: string, tolerance: number): boolean {
  if (word === expected) return true;
  if (!isNumber(word) || !isNumber(expected)) return false;
  const [one, other] = [Number(word), Number(expected)];
  return Math.abs(one - other) <= tolerance * Math.max(1, Math.abs(other));
}

/** More digits than a double can distinguish. */
const MAX_NUMBER = 1000;

/** Digits with at most one point, then an optional exponent: 7, -7.5, .5, 7., 1e-9. */
function isNumber(word: string): boolean {
  if (word.length > MAX_NUMBER) return false;
  const whole = afterDigits(word, afterSign(word, 0));
  const end = word[whole] === '.' ? afterDigits(word, whole + 1) : whole;
  const hasDigit = isDigit(word, end - 1) || isDigit(word, end - 2);
  if (!hasDigit) return false;
  if (end === word.length) return true;
  if (word[end] !== 'e' && word[end] !== 'E') return false;
  const exponent = afterSign(word, end + 1);
  return isDigit(word, exponent) && afterDigits(word, exponent) === word.length;
}

function afterSign(word: string, at: number): number {
  return word[at] === '+' || word[at] === '-' ? at + 1 : at;
}

function afterDigits(word: string, from: number): number {
  let at = from;
  while (isDigit(word, at)) at += 1;
  return at;
}

function isDigit(word: string, at: number): boolean {
  const character = word[at] ?? '';
  return character >= '0' && character <= '9';
}
