import type {
  ColumnChoice,
  ColumnMatch,
  ListProblem,
  ListRepair,
} from '@vlabs/contract/students/student-lists';
import { PublicError } from '../../../platform/errors.ts';
import { readCellText } from './cell-text.ts';
import { countHeadings, guessColumns } from './column-guess.ts';
import {
  type ListColumn,
  columnsOfMatch,
  findColumns,
  headingOf,
  refuseRepeated,
} from './list-columns.ts';
import { type ListRow, type Findings, readRow } from './list-row.ts';
import { type MemberList, findMemberColumns, readMemberList } from './member-list.ts';
import { type ListTable, readTable } from './list-table.ts';

const MAX_LIST_ROWS = 100_000;
const MAX_LIST_CELLS = 2_000_000;
/** How much of each column is examined and shown when matching columns. */
const SAMPLED_ROWS = 10;
const SHOWN_SAMPLES = 3;
const MAX_SAMPLE = 60;

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
