import type { Text } from '@codemirror/state';

/** Four spaces, as courses in all four languages use. */
export const INDENTATION = '    ';
/** Enough to know how a program is written. */
const MAX_LINES = 1000;
const WIDEST = 8;

/**
 * The indentation that a program uses already, so that a new line is never a mix: Python refuses tabs beside spaces.
 * Lines with one space are those of comments.
 */
export function indentationOf(program: Text): string {
  let tabs = 0;
  let spaces = 0;
  let narrowest = WIDEST;
  for (let number = 1; number <= Math.min(program.lines, MAX_LINES); number++) {
    const { text } = program.line(number);
    if (text.startsWith('\t')) tabs += 1;
    const width = text.search(/[^ ]/);
    if (width < 2) continue;
    spaces += 1;
    narrowest = Math.min(narrowest, width);
  }
  if (tabs > spaces) return '\t';
  return spaces === 0 ? INDENTATION : ' '.repeat(narrowest);
}
