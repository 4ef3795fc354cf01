import type { ListProblem } from '@vlabs/contract/students';
import { PublicError } from '../platform/errors.ts';
import { type ListHeader, headingOf, readHeader } from './list-columns.ts';
import { type ListRecord, readRecords, splitLines } from './list-records.ts';
import { UNREADABLE_CHARACTER, readListText } from './list-text.ts';
import {
  type ListedFields,
  type ListedStudent,
  findFault,
  findOtherFault,
} from './listed-student.ts';

export const MAX_LIST_ROWS = 100_000;

export interface ListRow {
  /** Where it stands in the file, from 1. */
  line: number;
  /** By heading, as they stand in the file. */
  cells: Record<string, string>;
  /** Null when something on the line is wrong. */
  student: ListedStudent | null;
}

export interface StudentList {
  columns: string[];
  rows: ListRow[];
  problems: ListProblem[];
}

/** Our own export puts an apostrophe before what a spreadsheet would run as a formula. */
const EXPORT_MARK = /^'(?=[=+\-@\t\r\n])/;

/** Reads a class list. Refuses a file that is none; a bad line has its problems and spoils no other. */
export async function readStudentList(bytes: Buffer): Promise<StudentList> {
  const lines = splitLines(readListText(bytes));
  const header = readHeader(lines);
  const records = await readRecords(lines, {
    separator: header.separator,
    columnCount: header.columns.length,
    from: header.rowsFrom,
  });
  if (records.length === 0) {
    const message =
      'The file has headings and no students below them. Fill it and upload it again.';
    throw new PublicError(400, 'no_students', message);
  }
  if (records.length > MAX_LIST_ROWS) {
    const message = `The list has more than ${MAX_LIST_ROWS} students. Split it into several files.`;
    throw new PublicError(413, 'too_many_students', message);
  }
  const problems: ListProblem[] = [];
  const rows = records.map((record) => readRow(record, header, problems));
  refuseRepeated(rows, problems);
  return {
    columns: header.columns.map(({ heading }) => heading),
    rows,
    problems: inOrder(problems),
  };
}

function readRow(record: ListRecord, { columns }: ListHeader, problems: ListProblem[]): ListRow {
  const { line } = record;
  const texts = record.cells.map((cell) => cell.trim().replace(EXPORT_MARK, ''));
  const cells = Object.fromEntries(
    columns.map(({ heading }, index) => [heading, texts[index] ?? '']),
  );
  const faults = findLineFaults(record, columns.length);
  const fields: Partial<ListedFields> = {};
  const other: ListedStudent['other'] = [];
  for (const [index, { heading, field }] of columns.entries()) {
    const text = texts[index] ?? '';
    if (field) fields[field] = text;
    else other.push({ heading, text });
    if (faults.length > 0 && faults[0]?.column === '') continue;
    const message = findCellFault(text) ?? (field ? findFault(field, text) : findOtherFault(text));
    if (message !== null) faults.push({ column: heading, message });
  }
  for (const fault of faults) problems.push({ line, ...fault });
  const { firstName, lastName, rollNumber } = fields;
  if (faults.length > 0 || firstName === undefined || rollNumber === undefined) {
    return { line, cells, student: null };
  }
  const student = { fields: { ...fields, firstName, lastName: lastName ?? '', rollNumber }, other };
  return { line, cells, student };
}

/** What is wrong with the line as a whole. */
function findLineFaults(record: ListRecord, columnCount: number) {
  if (record.isBroken) {
    return [{ column: '', message: 'A quotation mark on this line has no partner. Correct it.' }];
  }
  const cellCount = record.cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  // Spreadsheets leave empty cells at the end of a line out, so only too many are wrong.
  if (cellCount <= columnCount) return [];
  const message = `This line has ${cellCount} cells, and the first line ${columnCount}. Put a text with a separator in it between quotation marks.`;
  return [{ column: '', message }];
}

function findCellFault(text: string): string | null {
  if (!text.includes(UNREADABLE_CHARACTER)) return null;
  return 'This holds a character that cannot be read. Save the list as "CSV UTF-8".';
}

/** Of two lines with one roll number or one email address, only the first counts. */
function refuseRepeated(rows: ListRow[], problems: ListProblem[]): void {
  for (const field of ['rollNumber', 'email'] as const) {
    const lines = new Map<string, number>();
    for (const row of rows) {
      const value = row.student?.fields[field]?.toLowerCase() ?? '';
      if (value === '') continue;
      const earlier = lines.get(value);
      if (earlier === undefined) {
        lines.set(value, row.line);
        continue;
      }
      const column = headingOf(field);
      problems.push({
        line: row.line,
        column,
        message: `${column} ${row.student?.fields[field]} stands on line ${earlier} already. Take one of the two lines out.`,
      });
      row.student = null;
    }
  }
}

const inOrder = (problems: ListProblem[]) => problems.toSorted((a, b) => a.line - b.line);
