import type { ListProblem, ListRepair } from '@vlabs/contract/students/student-lists';
import { type CellKind, readCellText } from './cell-text.ts';
import {
  type FieldName,
  type ListColumn,
  type ListedFields,
  type ListedStudent,
  findFault,
  findOtherFault,
  headingOf,
  splitWholeName,
} from './list-columns.ts';
import type { ListRecord } from './list-table.ts';
import { UNREADABLE_CHARACTER } from './list-text.ts';

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

/** Problems and repairs found in the lines. */
export interface Findings {
  problems: ListProblem[];
  repairs: ListRepair[];
}

/** Parses one line; `width` is the number of headings. */
export function readRow(
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
