import type {
  ColumnChoice,
  ColumnMatch,
  ListProblem,
  ListRepair,
} from '@vlabs/contract/students/student-lists';
import { PublicError } from '../../../platform/errors.ts';
import { type CellKind, readCellText } from './cell-text.ts';
import { countHeadings, guessColumns } from './column-guess.ts';
import {
  type FieldName,
  type ListColumn,
  type ListedFields,
  type ListedStudent,
  columnsOfMatch,
  findColumns,
  findFault,
  findOtherFault,
  headingOf,
  refuseRepeated,
  splitWholeName,
} from './list-columns.ts';
import { type MemberList, findMemberColumns, readMemberList } from './member-list.ts';
import { type ListRecord, type ListTable, readTable } from './list-table.ts';
import { UNREADABLE_CHARACTER } from './list-text.ts';

const MAX_LIST_ROWS = 100_000;
const MAX_LIST_CELLS = 2_000_000;
/** How much of each column is examined and shown when matching columns. */
const SAMPLED_ROWS = 10;
const SHOWN_SAMPLES = 3;
const MAX_SAMPLE = 60;

/** Longer cells are errors, and are shown shortened. */
const MAX_SHOWN = 2100;

export interface ListRow {
  /** Line in the file, from 1. */
  line: number;
  /** By heading, as parsed. */
  cells: Record<string, string>;
  /** Null if the line has an error. */
  student: ListedStudent | null;
}

export interface StudentList {
  kind: 'list';
  /** The headings to read. */
  columns: string[];
  rows: ListRow[];
  problems: ListProblem[];
  repairs: ListRepair[];
  /** The column match; null for the class list's headings. */
  choice: ColumnChoice | null;
}

export type ParsedList = StudentList | MemberList;

/** A list with other headings, which an admin has to match. */
export interface UnmatchedList {
  kind: 'unmatched';
  missing: string[];
  choice: ColumnChoice;
}

/** Parses a class list or a member list. Refuses other files; an invalid line does not affect others. */
export async function readStudentList(
  bytes: Uint8Array,
  match: ColumnMatch | null,
): Promise<StudentList | UnmatchedList | MemberList> {
  const table = await readTable(bytes);
  const ofMembers = match === null ? findMemberColumns(table) : null;
  if (ofMembers) return readMemberList(table, ofMembers);
  const columns = match ? columnsOfMatch(table.headings, match) : findClassList(table);
  if (!Array.isArray(columns)) return columns;
  refuseSize(table.records.length, columns.length);
  const findings: Findings = { problems: [...table.doubts], repairs: [] };
  const width = table.headings.length;
  const rows = table.records.map((record) => readRow(record, { width, columns, findings }));
  refuseSecondOnes(rows, findings.problems);
  return {
    kind: 'list',
    columns: columns.flatMap(({ heading, field }) =>
      field === 'fullName' ? nameHeadings : [heading],
    ),
    rows,
    problems: findings.problems.toSorted((a, b) => a.line - b.line),
    repairs: findings.repairs,
    choice: match && offerColumns(table, match),
  };
}

const nameHeadings = [headingOf('firstName'), headingOf('lastName')];

function findClassList(table: ListTable): ListColumn[] | UnmatchedList {
  const { columns, missing } = findColumns(table.written);
  if (missing.length === 0) {
    refuseRepeated(columns);
    return columns;
  }
  refuseHeadless(table, missing);
  const guess = guessColumns(
    table.headings.map((heading, index) => ({ heading, samples: sampleColumn(table, index) })),
  );
  return { kind: 'unmatched', missing, choice: offerColumns(table, guess) };
}

const sampleColumn = ({ records }: ListTable, index: number) =>
  records
    .slice(0, SAMPLED_ROWS)
    .map(({ cells }) => readCellText(cells[index] ?? '', 'text').text.slice(0, MAX_SAMPLE));

function offerColumns(table: ListTable, match: ColumnMatch): ColumnChoice {
  const samples = table.headings.map((_, index) =>
    sampleColumn(table, index)
      .filter((text) => text !== '')
      .slice(0, SHOWN_SAMPLES),
  );
  return { headings: table.headings, samples, match };
}

/** Otherwise the first student would be lost as a heading line. */
function refuseHeadless({ written }: ListTable, missing: string[]): void {
  const isStudent = written.some((cell) => /^[^\s@]+@[^\s@]+$|^\+?\d{5,}$/.test(cell));
  if (countHeadings(written) === 0 && isStudent) throw missingColumns(missing);
}

/** The class list columns that a file lacks. */
export function missingColumns(missing: string[]): PublicError {
  const names = missing.join(', ');
  return new PublicError(
    400,
    'missing_columns',
    `The first line has no column ${names}. Write the headings in the first line of the file and upload it again.`,
  );
}

function refuseSize(rowCount: number, columnCount: number): void {
  if (rowCount === 0) {
    const message = 'The file has headings but no students. Fill it in and upload it again.';
    throw new PublicError(400, 'no_students', message);
  }
  if (rowCount > MAX_LIST_ROWS) {
    const message = `The list has more than ${MAX_LIST_ROWS} students. Split it into several files.`;
    throw new PublicError(413, 'too_many_students', message);
  }
  if (rowCount * columnCount > MAX_LIST_CELLS) {
    const message = `The list has more than ${MAX_LIST_CELLS} cells. Remove columns, or split it into several files.`;
    throw new PublicError(413, 'too_many_cells', message);
  }
}

/** Of two lines with the same roll number or email address, only the first counts. */
function refuseSecondOnes(rows: ListRow[], problems: ListProblem[]): void {
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
        message: `${column} ${row.student?.fields[field]} is already on line ${earlier}. Remove one of the two lines.`,
      });
      row.student = null;
    }
  }
}

/** Problems and repairs found in the lines. */
interface Findings {
  problems: ListProblem[];
  repairs: ListRepair[];
}

/** Parses one line; `width` is the number of headings. */
function readRow(
  record: ListRecord,
  { width, columns, findings }: { width: number; columns: ListColumn[]; findings: Findings },
): ListRow {
  const { line } = record;
  const whole = findLineFault(record, width);
  const row = new RowReader(record, whole === null ? findings : { problems: [], repairs: [] });
  for (const column of columns) row.read(column);
  if (whole !== null) findings.problems.push({ line, column: '', message: whole });
  const doubt = findLineDoubt(record, width);
  if (whole === null && doubt !== null) {
    findings.problems.push({ line, column: '', message: doubt, canBeWritten: true });
  }
  return { line, cells: row.toCells(), student: whole === null ? row.toStudent() : null };
}

/** An error of the line as a whole. */
function findLineFault({ isBroken, filledCount }: ListRecord, columnCount: number): string | null {
  if (isBroken) return 'This line has an unbalanced quotation mark. Correct it.';
  if (filledCount <= columnCount) return null;
  return `This line has ${filledCount} cells, but the first line has ${columnCount}. Put texts that contain a separator in quotation marks.`;
}

/** The line may be cut off, or written by a program that omits trailing empty cells. */
function findLineDoubt({ cells }: ListRecord, columnCount: number): string | null {
  if (cells.length >= columnCount) return null;
  return `This line has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, but the first line has ${columnCount}: it may have been cut off. Missing values stay unchanged.`;
}

/** A line, column by column. */
class RowReader {
  readonly #cells = new Map<string, string>();
  readonly #record: ListRecord;
  readonly #findings: Findings;
  readonly #fields: Partial<ListedFields> = {};
  readonly #other: ListedStudent['other'] = [];
  #hasFault = false;
  #isSplitGuessed = false;

  constructor(record: ListRecord, findings: Findings) {
    this.#record = record;
    this.#findings = findings;
  }

  read({ heading, field, index, isBeforeAt }: ListColumn): void {
    const raw = this.#record.cells[index];
    const { text, from, doubt, fault } = readCellText(raw ?? '', kindOf(field));
    if (from !== undefined)
      this.#repaired(field === 'fullName' ? 'First Name' : heading, from, text);
    if (field === 'fullName') {
      const { isGuessed, ...name } = splitWholeName(text);
      this.#isSplitGuessed = isGuessed;
      this.#take('firstName', name.firstName, fault);
      this.#take('lastName', name.lastName);
    } else if (field) {
      const value = isBeforeAt ? (text.split('@')[0] ?? '') : text;
      // Cells that a short line does not have are not empty.
      if (raw !== undefined || needed.has(field)) this.#take(field, value, fault);
    } else {
      this.#show(heading, text, fault ?? findOtherFault(text));
      if (raw !== undefined) this.#other.push({ heading, text });
    }
    if (doubt !== undefined) this.#report(heading, doubt, true);
  }

  toCells(): Record<string, string> {
    return Object.fromEntries(this.#cells);
  }

  /** Null if the line has an error. */
  toStudent(): ListedStudent | null {
    const { firstName, lastName = '', rollNumber } = this.#fields;
    if (this.#hasFault || firstName === undefined || rollNumber === undefined) return null;
    return {
      fields: { ...this.#fields, firstName, lastName, rollNumber },
      other: this.#other,
      ...(this.#isSplitGuessed && { isSplitGuessed: true }),
    };
  }

  #take(field: FieldName, text: string, fault?: string): void {
    this.#fields[field] = text;
    this.#show(headingOf(field), text, fault ?? findFault(field, text));
  }

  #show(heading: string, text: string, fault: string | null): void {
    this.#cells.set(heading, text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
    const message = text.includes(UNREADABLE_CHARACTER) ? UNREADABLE : fault;
    if (message === null) return;
    this.#hasFault = true;
    this.#report(heading, message, false);
  }

  #report(column: string, message: string, canBeWritten: boolean): void {
    const { line } = this.#record;
    this.#findings.problems.push({ line, column, message, ...(canBeWritten && { canBeWritten }) });
  }

  #repaired(column: string, from: string, to: string): void {
    this.#findings.repairs.push({
      line: this.#record.line,
      column,
      from: from.slice(0, MAX_SHOWN),
      to,
    });
  }
}

const UNREADABLE = 'This contains an unreadable character. Save the list as "CSV UTF-8".';

/** A line without these has no meaning. */
const needed: ReadonlySet<FieldName> = new Set(['firstName', 'lastName', 'rollNumber']);

const kinds: Partial<Record<FieldName | 'fullName', CellKind>> = {
  firstName: 'name',
  lastName: 'name',
  fullName: 'name',
  mentorName: 'name',
  rollNumber: 'number',
  mobile: 'number',
  parentMobile: 'number',
  graduationYear: 'year',
  email: 'email',
  mentorEmail: 'email',
};

const kindOf = (field: ListColumn['field']): CellKind => (field && kinds[field]) ?? 'text';
