import type { PrintableText } from './printable-text.ts';

/** What fits between the margins in the size of code. */
const MAX_COLUMNS = 84;
const TAB = 4;
/** Longer lines are cut. */
const MAX_LINE = 2000;

export interface CodeLine {
  /** Null for the continuation of a long line. */
  number: number | null;
  text: string;
}

/** A program or output by lines of the page. Long lines wrap; what is beyond `maxLines` is cut with a note. */
export function codeLines(text: string, printable: PrintableText, maxLines: number): CodeLine[] {
  const all = text.replace(/\r?\n$/, '').split(/\r\n|\r|\n/);
  const lines = all.slice(0, maxLines).flatMap((line, index) => wrap(line, index + 1, printable));
  const left = all.length - maxLines;
  if (left <= 0) return lines;
  return [...lines, { number: null, text: `[${left.toLocaleString('en')} more lines]` }];
}

function wrap(line: string, number: number, printable: PrintableText): CodeLine[] {
  const left = line.length - MAX_LINE;
  const cut =
    left > 0 ? `${line.slice(0, MAX_LINE)} [${left.toLocaleString('en')} more characters]` : line;
  const characters = Array.from(printable.ofCode(expandTabs(cut)));
  const pieces: CodeLine[] = [];
  for (let at = 0; at === 0 || at < characters.length; at += MAX_COLUMNS) {
    const piece = characters.slice(at, at + MAX_COLUMNS).join('');
    pieces.push({ number: at === 0 ? number : null, text: piece });
  }
  return pieces;
}

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let expanded = '';
  for (const character of line) {
    expanded += character === '\t' ? ' '.repeat(TAB - (expanded.length % TAB)) : character;
  }
  return expanded;
}
