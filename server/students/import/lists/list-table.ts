import { PublicError } from '../../../platform/errors.ts';
import { readCellText } from './cell-text.ts';
import { countHeadings } from './column-guess.ts';
import {
  type ListRecord,
  type Separator,
  readCells,
  readRecords,
  splitLines,
  toRecord,
} from './list-records.ts';
import { isArchive, readListText } from './list-text.ts';
import { type WorkbookRow, readWorkbook } from './workbook.ts';

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
}

/** Reads .xlsx, and .csv with commas, semicolons or tabs in UTF-8 or UTF-16. Refuses other files. */
export async function readTable(bytes: Uint8Array): Promise<ListTable> {
  if (isArchive(bytes)) return tableOfWorkbook(await readWorkbook(bytes));
  return tableOfText(readListText(bytes));
}

function tableOfWorkbook(rows: WorkbookRow[]): ListTable {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) throw emptySheet();
  const at = findHeadings(filled.slice(0, LINES_ABOVE).map(({ cells }) => cells));
  const written = readHeadings(filled[at]?.cells ?? []);
  const records = filled
    .slice(at + 1)
    .map(({ line, cells }) => toRecord(line, cells, written.length));
  return { headings: makeDifferent(written), written, records };
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
  return { headings: makeDifferent(written), written, records };
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
