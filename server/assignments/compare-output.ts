import type { Comparison } from '@vlabs/contract/assignment-tests';

interface Rule {
  comparison: Comparison;
  tolerance: number;
}

/** Does the output of a program count as the expected one? */
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

/** Whether the last line is ended, and in which system's way lines end, nobody sees. */
function withoutLastLineEnd(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/\n$/, '');
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/** Words that are no numbers must be the same. */
function hasSameNumbers(output: string[], expected: string[], tolerance: number): boolean {
  if (output.length !== expected.length) return false;
  return expected.every((word, index) => isNear(output[index] ?? '', word, tolerance));
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The tolerance is absolute near zero and relative for large numbers, as in programming contests. */
function isNear(word: string, expected: string, tolerance: number): boolean {
  if (word === expected) return true;
  if (!NUMBER.test(word) || !NUMBER.test(expected)) return false;
  const [one, other] = [Number(word), Number(expected)];
  return Math.abs(one - other) <= tolerance * Math.max(1, Math.abs(other));
}
