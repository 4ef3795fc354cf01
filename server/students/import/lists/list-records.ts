import { CsvError, parse } from 'csv-parse/sync';
import { PublicError } from '../../../platform/errors.ts';

/** Lines parsed at a time. */
const PIECE_LINES = 500;
/** A longer quotation has no end. */
const MAX_QUOTATION_LINES = 100;
/** Files with more headings are not lists. */
const MAX_BROKEN_LINES = 200;

/** A record: one line, or several with line breaks in quotes. */
export interface ListRecord {
  /** First line, from 1. */
  line: number;
  /** At most as many as headings. */
  cells: string[];
  /** The number of cells up to the last one that is not blank. */
  filledCount: number;
  /** Its quotation marks are unbalanced: `cells` has the unparsed line. */
  isBroken: boolean;
}

export function toRecord(line: number, cells: string[], columnCount: number): ListRecord {
  const filledCount = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  return { line, cells: cells.slice(0, columnCount), filledCount, isBroken: false };
}

export type Separator = ',' | ';' | '\t';

interface Cells {
  /** Last line, from 1. */
  lastLine: number;
  cells: string[];
}

/** Parses lines until an unterminated quotation. */
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

/** Splits lines with any kind of line break. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/** The records from a line on, without blank ones. An unbalanced quotation affects only its own line. */
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

/** Splits where no quotation seems to be open. */
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

/** Line numbers are relative to the input, from 1. */
function readUntilBroken(
  lines: string[],
  { separator, columnCount }: { separator: Separator; columnCount: number },
): { read: { line: number; cells: string[] }[]; brokenAt: number | null } {
  const { records, hasOpenQuotation } = readCells(lines, separator);
  const read: { line: number; cells: string[] }[] = [];
  let line = 1;
  for (const { cells, lastLine } of records) {
    // A stray quotation mark swallows line breaks, so the record has too few cells.
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
    `More than ${MAX_BROKEN_LINES} lines have unbalanced quotation marks. Save the list again as a .csv file.`,
  );
}
