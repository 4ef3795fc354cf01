import { columnsOf } from '@vlabs/contract/runs/columns';

/** How far a character moves Python's marks. */
type Count = (character: string) => number;

const inCharacters: Count = () => 1;
/** Up to Python 3.11 the parser, but not the tokenizer, counts bytes. */
const inBytes: Count = (character) => Buffer.byteLength(character);
/** Python 3.13 and later. */
const inDisplayColumns: Count = (character) =>
  columnsOf(character.codePointAt(0) ?? 0) === 2 ? 2 : 1;

const ASCII = /^[\t -~]*$/;
const MARKS = /^\s*[~^]+\s*$/;
const FROM_TOKENIZER =
  /^SyntaxError: (?:unterminated|unmatched|unexpected character|closing parenthesis|leading zeros|invalid (?:character|non-printable|digit|decimal|hexadecimal|octal|binary|imaginary))/;

interface MarkedLine {
  /** The source line as Python repeats it, without its indentation. */
  repeated: string | undefined;
  /** The marks below it. */
  marks: string | undefined;
  sourceLine: string;
  /** The exception with its message. */
  ending: string;
}

/** The 1-based character of the source line that Python marks; null if it marks none. */
export function pythonColumn({ repeated, marks, sourceLine, ending }: MarkedLine): number | null {
  if (repeated === undefined || marks === undefined || !MARKS.test(marks)) return null;
  const line = sourceLine.trim();
  // Of an f-string, Python repeats the expression alone.
  if (repeated.trim() !== line) return null;
  const indentation = sourceLine.length - sourceLine.trimStart().length;
  const repeatedIndentation = repeated.length - repeated.trimStart().length;
  const caret = marks.indexOf('^') - repeatedIndentation;
  if (ASCII.test(line)) return indentation + caret + 1;
  const start = marks.search(/\S/) - repeatedIndentation;
  const end = marks.trimEnd().length - repeatedIndentation;
  const counts = countsOf(ending);
  const count = counts.find((one) => marksTokens(line, { start, end }, one)) ?? inCharacters;
  const index = indexAt(line, caret, count);
  return index === null ? null : indentation + index + 1;
}

function countsOf(ending: string): Count[] {
  if (!/^(?:Syntax|Indentation|Tab)Error\b/.test(ending)) return [inCharacters, inDisplayColumns];
  if (FROM_TOKENIZER.test(ending)) return [inCharacters, inDisplayColumns];
  return [inBytes, inCharacters, inDisplayColumns];
}

/** The output does not say how Python counted: a count is wrong if its marks begin or end inside a word or a space. */
function marksTokens(line: string, marked: { start: number; end: number }, count: Count): boolean {
  const start = indexAt(line, marked.start, count);
  if (start === null) return false;
  if (start === line.length) return true;
  const end = indexAt(line, marked.end, count);
  if (end === null) return false;
  const isSpace = /\s/u;
  if (isSpace.test(line.charAt(start)) || isSpace.test(line.charAt(end - 1))) return false;
  return !isInWord(line, start) && !isInWord(line, end);
}

function isInWord(line: string, index: number): boolean {
  const isWord = /^[\p{L}\p{M}\p{N}_]$/u;
  return isWord.test(line.charAt(index - 1)) && isWord.test(line.charAt(index));
}

/** The index of the character that begins after so many columns; null if none does. */
function indexAt(line: string, columns: number, count: Count): number | null {
  let column = 0;
  let index = 0;
  for (const character of line) {
    if (column >= columns) break;
    column += count(character);
    index += character.length;
  }
  return column === columns ? index : null;
}
