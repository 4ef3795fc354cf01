import type { ListProblem } from '@vlabs/contract/students/student-lists';
import { PublicError } from '../../../platform/errors.ts';
import { readCellText } from './cell-text.ts';
import { countHeadings } from './column-guess.ts';
import { isArchive, readListText } from './list-text.ts';
import { findField, headingOf } from './list-columns.ts';
import { type Workbook, readWorkbook } from './workbook.ts';
import { CsvError, parse } from 'csv-parse/sync';

const MAX_COLUMNS = 1000;
/** With a repetition number it is still within the limit of a column match. */
const MAX_HEADING = 190;
/** Longer lines are not heading lines and are not parsed. */
const MAX_HEADING_LINE = 200_000;
/** Titles may precede the headings. */
const LINES_ABOVE = 10;

/** A file as rows below headings. */
export interface ListTable {
  /** Unique: a repeated heading becomes `Name (2)`. */
  headings: string[];
  /** As in the file, possibly repeated. */
  written: string[];
  records: ListRecord[];
  /** What a workbook shows otherwise than it can be read. */
  doubts: ListProblem[];
}

/** Reads .xlsx, and .csv with commas, semicolons or tabs in UTF-8 or UTF-16. Refuses other files. */
export async function readTable(bytes: Uint8Array): Promise<ListTable> {
  if (isArchive(bytes)) return tableOfWorkbook(await readWorkbook(bytes));
  return tableOfText(readListText(bytes));
}

function tableOfWorkbook(workbook: Workbook): ListTable {
  const { rows } = workbook;
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) throw emptySheet();
  const at = findHeadings(filled.slice(0, LINES_ABOVE).map(({ cells }) => cells));
  const written = readHeadings(filled[at]?.cells ?? []);
  const records = filled
    .slice(at + 1)
    .map(({ line, cells }) => toRecord(line, cells, written.length));
  const doubts = listDoubts(workbook, written, filled[at]?.line ?? 1);
  return { headings: makeDifferent(written), written, records, doubts };
}

const A_DATE =
  'Excel has a date or a time here. Check whether it has changed what was typed, such as 3-4.';

/** Dates are doubtful in a column of something else. */
function listDoubts(
  { rows, said, doubts }: Workbook,
  written: readonly string[],
  headingLine: number,
): ListProblem[] {
  const nameOf = (column: number | null) => {
    const heading = written[column ?? -1] ?? '';
    const field = findField(heading);
    return field ? headingOf(field) : heading;
  };
  const below = rows.filter(({ line }) => line > headingLine);
  const isOfDates = written.map(
    (heading, column) =>
      findField(heading) === null &&
      below.every(({ cells, dates }) => !cells[column]?.trim() || dates.includes(column)),
  );
  const dates = below.flatMap((row) =>
    row.dates
      .filter((column) => column < written.length && isOfDates[column] !== true)
      .map((column) => ({ line: row.line, column, message: A_DATE })),
  );
  const lines = new Set(below.map(({ line }) => line));
  const found = doubts.filter(({ line }) => lines.has(line));
  return [
    ...(said === '' ? [] : [{ line: headingLine, column: '', message: said }]),
    ...[...found, ...dates].map(({ line, column, message }): ListProblem => ({
      line,
      column: nameOf(column),
      message,
      canBeWritten: true,
    })),
  ];
}

function tableOfText(text: string): ListTable {
  const lines = splitLines(text);
  // Spreadsheets can write `sep=;` above the headings.
  const first = lines.findIndex((line) => line.trim() !== '' && !/^sep=.$/i.test(line.trim()));
  const top = lines.slice(first, first + 2 * LINES_ABOVE);
  const long = top.findIndex((line) => line.length > MAX_HEADING_LINE);
  if (long === 0) throw tooManyColumns();
  const short = long < 0 ? top : top.slice(0, long);
  const candidates = ([',', ';', '\t'] as const).map((separator) => findTop(short, separator));
  const [best] = candidates.toSorted(
    (a, b) => b.known - a.known || b.headings.length - a.headings.length,
  );
  if (!best) throw new Error('No separator was tried.');
  const written = readHeadings(best.headings);
  const records = readRecords(lines, {
    separator: best.separator,
    columnCount: written.length,
    from: first + best.lastLine,
  });
  return { headings: makeDifferent(written), written, records, doubts: [] };
}

/** The heading line with this separator. */
function findTop(lines: string[], separator: Separator) {
  // Quoted headings may contain line breaks.
  const { records } = readCells(lines, separator);
  const filled = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const { cells, lastLine } = filled[
    findHeadings(filled.slice(0, LINES_ABOVE).map((record) => record.cells))
  ] ?? { cells: [], lastLine: 1 };
  const headings = withoutTrailingBlanks(cells);
  return { separator, lastLine, headings, known: countHeadings(headings) };
}

/** The first line, unless a later one has more known headings. */
function findHeadings(top: string[][]): number {
  const counts = top.map((cells) => countHeadings(cells.slice(0, MAX_COLUMNS)));
  const max = Math.max(0, ...counts);
  return max > 1 ? counts.indexOf(max) : 0;
}

function readHeadings(cells: string[]): string[] {
  const headings = withoutTrailingBlanks(cells);
  if (headings.length > MAX_COLUMNS) throw tooManyColumns();
  return headings.map((cell, index) => {
    const heading = readCellText(cell, 'text').text.replaceAll(/\s+/g, ' ').slice(0, MAX_HEADING);
    return heading === '' ? `Column ${index + 1}` : heading;
  });
}

function withoutTrailingBlanks(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}

function makeDifferent(written: string[]): string[] {
  const times = new Map<string, number>();
  return written.map((heading) => {
    const time = (times.get(heading) ?? 0) + 1;
    times.set(heading, time);
    return time === 1 ? heading : `${heading} (${time})`;
  });
}

function emptySheet(): PublicError {
  const message = 'The first sheet of this workbook is empty. Put the list there and save it.';
  return new PublicError(400, 'empty_file', message);
}

function tooManyColumns(): PublicError {
  const message = `The first line has more than ${MAX_COLUMNS} columns. Remove those that don’t belong to the list.`;
  return new PublicError(413, 'too_many_columns', message);
}

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
