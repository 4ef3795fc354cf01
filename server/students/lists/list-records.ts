import { CsvError, parse } from 'csv-parse/sync';
import { PublicError } from '../../platform/errors.ts';

/** Lines read at a time. */
const PIECE_LINES = 500;
/** A quotation that is longer than this has lost its end. */
const MAX_QUOTATION_LINES = 100;
/** A file with more of them is no list. */
const MAX_BROKEN_LINES = 200;

/** One line of the list, or several where a quoted cell has line breaks in it. */
export interface ListRecord {
  /** Where it begins, from 1. */
  line: number;
  /** At most as many as there are headings. */
  cells: string[];
  /** How many cells it has up to the last one that is not blank. */
  filledCount: number;
  /** Its quotation marks do not fit together: `cells` holds what stands on the line, unparsed. */
  isBroken: boolean;
}

export function toRecord(line: number, cells: string[], columnCount: number): ListRecord {
  const filledCount = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  return { line, cells: cells.slice(0, columnCount), filledCount, isBroken: false };
}

export type Separator = ',' | ';' | '\t';

interface Cells {
  /** Where it ends, from 1. */
  lastLine: number;
  cells: string[];
}

/** The cells of some lines, until a quotation begins that never ends. */
export function readCells(
  lines: string[],
  separator: Separator,
): { records: Cells[]; hasOpenQuotation: boolean } {
  const records: Cells[] = [];
  try {
    parse(lines.join('\n'), {
      delimiter: separator,
      record_delimiter: ['\n'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      on_record: (cells, { lines: lastLine }) => {
        records.push({ lastLine, cells });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { records, hasOpenQuotation: true };
  }
  return { records, hasOpenQuotation: false };
}

/** Lines without their ends, whatever system wrote them. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/**
 * The records of a list from a line on, blank ones left out. A broken quotation costs its own line
 * and no other one.
 */
export function readRecords(
  lines: string[],
  { separator, columnCount, from }: { separator: Separator; columnCount: number; from: number },
): ListRecord[] {
  const records: ListRecord[] = [];
  let broken = 0;
  for (let start = from; start < lines.length;) {
    const end = findPieceEnd(lines, start);
    const piece = readPiece(lines.slice(start, end), { separator, columnCount });
    for (const record of piece) records.push({ ...record, line: start + record.line });
    broken += piece.filter(({ isBroken }) => isBroken).length;
    if (broken > MAX_BROKEN_LINES) throw tooManyBroken();
    start = end;
  }
  return records.filter(({ filledCount }) => filledCount > 0);
}

/** A piece ends where no quotation is open, as far as that can be seen. */
function findPieceEnd(lines: string[], start: number): number {
  let isOpen = false;
  const last = Math.min(lines.length, start + PIECE_LINES + MAX_QUOTATION_LINES);
  for (let index = start; index < last; index += 1) {
    if (((lines[index] ?? '').split('"').length - 1) % 2 === 1) isOpen = !isOpen;
    if (index - start >= PIECE_LINES - 1 && !isOpen) return index + 1;
  }
  return last;
}

function readPiece(
  lines: string[],
  { separator, columnCount }: { separator: Separator; columnCount: number },
): ListRecord[] {
  const records: ListRecord[] = [];
  let start = 0;
  while (start < lines.length) {
    const { read, brokenAt } = readUntilBroken(lines.slice(start), { separator, columnCount });
    for (const { line, cells } of read) records.push(toRecord(start + line, cells, columnCount));
    if (brokenAt === null) return records;
    const cells = [lines[start + brokenAt - 1] ?? ''];
    records.push({ line: start + brokenAt, cells, filledCount: 1, isBroken: true });
    start += brokenAt;
  }
  return records;
}

/** Line numbers count from 1 in what is given. */
function readUntilBroken(
  lines: string[],
  { separator, columnCount }: { separator: Separator; columnCount: number },
): { read: { line: number; cells: string[] }[]; brokenAt: number | null } {
  const { records, hasOpenQuotation } = readCells(lines, separator);
  const read: { line: number; cells: string[] }[] = [];
  let line = 1;
  for (const { cells, lastLine } of records) {
    // A stray quotation mark swallows line breaks until the next one, and so has too few cells.
    if (lastLine > line && cells.length !== columnCount) return { read, brokenAt: line };
    read.push({ line, cells });
    line = lastLine + 1;
  }
  return { read, brokenAt: hasOpenQuotation ? line : null };
}

function tooManyBroken(): PublicError {
  return new PublicError(
    400,
    'broken_quotes',
    `More than ${MAX_BROKEN_LINES} lines have quotation marks that do not fit together. Save the list anew as a .csv file.`,
  );
}
