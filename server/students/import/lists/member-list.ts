import type { ListProblem } from '@vlabs/contract/students/student-lists';
import { RollNumber } from '@vlabs/contract/auth/auth';
import { type ClassRole, classRoles } from '@vlabs/contract/http/rights';
import type { MemberLine } from '../../../classes/classes.reads.ts';
import { PublicError } from '../../../platform/errors.ts';
import { readCellText } from './cell-text.ts';
import { type ListedStudent, findField, plainHeading } from './list-columns.ts';
import type { ListRecord, ListTable } from './list-table.ts';

/** 40,000 students with eight classes each. */
const MAX_LINES = 320_000;
const MAX_TEXT = 100;
/** Beyond this, problems are only counted. */
const PROBLEMS_TOLD = 1000;

/** A list of class members without other data. */
export interface MemberList {
  kind: 'members';
  members: MemberLine[];
  problems: ListProblem[];
}

interface Columns {
  rollNumber: number;
  code: number;
  section: number | undefined;
  role: number | undefined;
}

const CLASS_CODE = 'Class code';
const headings = {
  code: new Set(['class code', 'code of class', 'course code']),
  section: new Set(['section', 'sections', 'group']),
  role: new Set(['role', 'staff', 'staff role', 'role in class']),
};

/** Reports whether a class list has a column for classes. */
export const namesClasses = (columns: readonly string[]): boolean =>
  columns.some((column) => headings.code.has(plainHeading(column)));

/** The memberships in a class list, if it has such a column. */
export function membersOfRows(
  rows: readonly { line: number; student: ListedStudent | null }[],
): Pick<MemberList, 'members' | 'problems'> {
  const members: MemberLine[] = [];
  const problems: ListProblem[] = [];
  for (const { line, student } of rows) {
    if (!student) continue;
    const textOf = (names: ReadonlySet<string>) =>
      student.other.find(({ heading }) => names.has(plainHeading(heading)))?.text ?? '';
    const [code, section] = [textOf(headings.code), textOf(headings.section)];
    if (code === '') continue;
    const { rollNumber } = student.fields;
    const read = memberOf({ line, rollNumber, code, section, role: textOf(headings.role) });
    if ('message' in read) problems.push({ line, ...read });
    else members.push(read);
  }
  return { members, problems };
}

/** The columns of a member list: a roll number and a class code, and no names. */
export function findMemberColumns({ written }: ListTable): Columns | null {
  const plain = written.map(plainHeading);
  const indexOf = (names: ReadonlySet<string>) => {
    const index = plain.findIndex((heading) => names.has(heading));
    return index < 0 ? undefined : index;
  };
  const fields = written.map(findField);
  const rollNumber = fields.indexOf('rollNumber');
  const code = indexOf(headings.code);
  const hasNames = fields.includes('firstName') || fields.includes('lastName');
  if (rollNumber < 0 || code === undefined || hasNames) return null;
  return { rollNumber, code, section: indexOf(headings.section), role: indexOf(headings.role) };
}

/** Parses the lines; an invalid line does not affect others. */
export function readMemberList({ records, doubts }: ListTable, columns: Columns): MemberList {
  if (records.length === 0) {
    const message = 'The file has headings but no people. Fill it in and upload it again.';
    throw new PublicError(400, 'no_students', message);
  }
  if (records.length > MAX_LINES) {
    const message = `The list has more than ${MAX_LINES} lines. Split it into several files.`;
    throw new PublicError(413, 'too_many_students', message);
  }
  const members: MemberLine[] = [];
  const problems: ListProblem[] = doubts.slice(0, PROBLEMS_TOLD);
  let untold = 0;
  for (const record of records) {
    const read = readLine(record, columns);
    if (!('message' in read)) members.push(read);
    else if (problems.length < PROBLEMS_TOLD) problems.push({ line: record.line, ...read });
    else untold += 1;
  }
  const { line } = records.at(-1) ?? { line: 1 };
  if (untold > 0)
    problems.push({ line, column: '', message: `${untold} more lines have problems.` });
  return { kind: 'members', members, problems };
}

function readLine(
  { line, cells, isBroken }: ListRecord,
  columns: Columns,
): MemberLine | { column: string; message: string } {
  if (isBroken) {
    const message = 'This line has an unbalanced quotation mark. Correct it.';
    return { column: '', message };
  }
  const textAt = (index: number | undefined, kind: 'number' | 'text') =>
    readCellText(index === undefined ? '' : (cells[index] ?? ''), kind);
  const roll = textAt(columns.rollNumber, 'number');
  const rollNumber = RollNumber.safeParse(roll.text);
  const wrong = roll.fault ?? rollNumber.error?.issues[0]?.message;
  if (wrong !== undefined) return { column: 'Roll no', message: wrong };
  const [code, section] = [textAt(columns.code, 'text'), textAt(columns.section, 'text')];
  if (code.text === '') {
    return { column: CLASS_CODE, message: `${CLASS_CODE} is empty. Fill it in.` };
  }
  for (const [column, { fault }] of [
    [CLASS_CODE, code],
    ['Section', section],
  ] as const) {
    if (fault !== undefined) return { column, message: fault };
  }
  const role = textAt(columns.role, 'text').text;
  return memberOf({ line, rollNumber: roll.text, code: code.text, section: section.text, role });
}

function memberOf({
  role,
  ...member
}: Omit<MemberLine, 'role'> & { role: string }): MemberLine | { column: string; message: string } {
  for (const [column, text] of [
    [CLASS_CODE, member.code],
    ['Section', member.section],
  ] as const) {
    if (text.length > MAX_TEXT) {
      return { column, message: `Shorten this to at most ${MAX_TEXT} characters.` };
    }
  }
  const known = readRole(role);
  if (known) return { ...member, role: known };
  const message = 'Enter owner, teacher, assistant or student, or leave it empty.';
  return { column: 'Role', message };
}

/** Empty means student. */
const readRole = (text: string): ClassRole | undefined =>
  text === '' ? 'student' : classRoles.find((role) => role === text.toLowerCase());
