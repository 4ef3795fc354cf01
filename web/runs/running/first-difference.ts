/** The first position where the actual output differs from the expected output. */
export interface Difference {
  /** Counted from 1. */
  line: number;
  /** Column, counted from 1. */
  column: number;
  /** Null if that side has no more lines. */
  expected: string | null;
  printed: string | null;
}

/**
 * Returns null if both are equal by the grader's rule: trailing blanks and trailing empty lines do
 * not count. A more tolerant rule skips the lines that it calls the same.
 */
export function findFirstDifference(
  printed: string,
  expected: string,
  isSame: (printedLine: string, expectedLine: string) => boolean = (one, other) => one === other,
): Difference | null {
  const [printedLines, expectedLines] = [linesOf(printed), linesOf(expected)];
  const count = Math.max(printedLines.length, expectedLines.length);
  for (let index = 0; index < count; index += 1) {
    const [one = null, other = null] = [printedLines[index], expectedLines[index]];
    if (one !== null && other !== null && isSame(one, other)) continue;
    const column = commonLength(one ?? '', other ?? '') + 1;
    return { line: index + 1, column, printed: one, expected: other };
  }
  return null;
}

function linesOf(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/(?<![ \t\r\f\v\0])[ \t\r\f\v\0]+$/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
