/** Where what was printed first leaves what was expected. */
export interface Difference {
  /** Counted from 1. */
  line: number;
  /** Character of the line, counted from 1. */
  column: number;
  /** Null where that side has ended. */
  expected: string | null;
  printed: string | null;
}

/**
 * Null when both are the same by the rule that decides about right and wrong: blanks at the end of a
 * line, and empty lines at the end, do not count.
 */
export function findFirstDifference(printed: string, expected: string): Difference | null {
  const [printedLines, expectedLines] = [linesOf(printed), linesOf(expected)];
  const count = Math.max(printedLines.length, expectedLines.length);
  for (let index = 0; index < count; index += 1) {
    const [one = null, other = null] = [printedLines[index], expectedLines[index]];
    if (one === other) continue;
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
