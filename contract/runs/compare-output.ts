import { isNear } from './compare-numbers.ts';
import { findRowDifference } from './compare-rows.ts';
import { asPlainText } from './plain-text.ts';
import type { Comparison, OutputRule } from './test-case.ts';

/** Reports whether an output matches the expected one, in time that hardly outgrows them. */
export function isExpected(output: string, expected: string, rule: OutputRule): boolean {
  return comparisons[rule.comparison](output, expected, rule);
}

const comparisons: Record<
  Comparison,
  (output: string, expected: string, rule: OutputRule) => boolean
> = {
  exact: (output, expected) => withoutLastLineEnd(output) === withoutLastLineEnd(expected),
  'ignoring-space': (output, expected) => wordsOf(output).join(' ') === wordsOf(expected).join(' '),
  numbers: (output, expected, rule) => hasSameNumbers(wordsOf(output), wordsOf(expected), rule),
  rows: (output, expected) => findRowDifference(output, expected, false) === null,
  'rows-in-order': (output, expected) => findRowDifference(output, expected, true) === null,
};

/** Ignores the final line break, the kind of line breaks and a byte order mark. */
function withoutLastLineEnd(text: string): string {
  const lines = asPlainText(text);
  return lines.endsWith('\n') ? lines.slice(0, -1) : lines;
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/** Words that are not numbers must be equal. */
function hasSameNumbers(output: string[], expected: string[], rule: OutputRule): boolean {
  if (output.length !== expected.length) return false;
  const { tolerance, toleranceIs = 'either' } = rule;
  return expected.every((word, index) => {
    const printed = output[index] ?? '';
    return printed === word || isNear(printed, word, { tolerance, toleranceIs });
  });
}
