import type { ListOutcome, ListProblem } from '@vlabs/contract/students/student-lists';
import {
  type FieldName,
  type ListedFields,
  type ListedStudent,
  fullNameOf,
  headingOf,
  splitName,
} from './lists/list-columns.ts';
import { byRollNumber } from '../../platform/access/by-roll-number.ts';
import type { ListRow, StudentList } from './lists/student-list.ts';
import type { StudentRecord, StudentRow } from '../list/students.queries.ts';

/** The current owner of a roll number and possibly an email address, student or not. */
export interface Holder {
  id: string;
  email: string;
  isStudent: boolean;
  /** They become a student only if the list has their registered email address. */
  isGuest: boolean;
}

/** A person and their record after the import. */
export interface PlannedStudent {
  id: string;
  name: string;
  /** Empty if unknown. */
  email: string;
  row: StudentRow;
}

export interface ImportPlan {
  /** One per row of the list, in order. */
  lines: ListOutcome[];
  problems: ListProblem[];
  added: number;
  changed: number;
  unchanged: number;
  /** Lines that the admin decides about. */
  doubtful: number;
  /** Rows to write: added and changed. */
  students: PlannedStudent[];
}

/** Lines whose students match them after the import. */
export const writtenLines = (lines: readonly ListOutcome[]): Set<number> =>
  new Set(
    lines
      .filter(({ outcome }) => outcome !== 'faulty' && outcome !== 'doubtful')
      .map(({ line }) => line),
  );

/** Plans an import. Doubtful lines are written only if the admin agrees. */
export function planImport(
  list: Pick<StudentList, 'rows' | 'problems'>,
  { records, holders }: { records: StudentRecord[]; holders: Holder[] },
  { alsoDoubtful }: { alsoDoubtful: boolean },
): ImportPlan {
  const find = byRollNumber(records);
  const compared = list.rows.map((row) => compare(row, find));
  const problems = [...list.problems, ...compared.flatMap(({ erased }) => erased)];
  const doubtful = new Set(
    problems.filter(({ canBeWritten }) => canBeWritten).map(({ line }) => line),
  );
  const isHeld = (line: number) => doubtful.has(line) && !alsoDoubtful;
  const refused = findRefused(
    list.rows.filter(({ line }) => !isHeld(line)),
    holders,
  );
  const students: PlannedStudent[] = [];
  const count = { added: 0, changed: 0, unchanged: 0, doubtful: 0 };

  const lines = compared.map(({ line, student, record, before }): ListOutcome => {
    const problem = refused.get(line);
    if (problem) problems.push(problem);
    if (!student || problem) return { line, outcome: 'faulty', before: {} };
    if (doubtful.has(line)) count.doubtful += 1;
    if (isHeld(line)) return { line, outcome: 'doubtful', before };
    const outcome = outcomeOf(record, before);
    count[outcome] += 1;
    if (outcome !== 'unchanged') students.push(mergeStudent(student, record));
    return { line, outcome, before };
  });
  const inOrder = problems.toSorted((a, b) => a.line - b.line);
  return { lines, problems: inOrder, ...count, students };
}

interface Compared {
  line: number;
  student: ListedStudent | null;
  record: StudentRecord | undefined;
  before: Record<string, string>;
  /** The values that the line would empty. */
  erased: ListProblem[];
}

function compare(
  { line, student: listed }: ListRow,
  find: (rollNumber: string) => StudentRecord | undefined,
): Compared {
  if (!listed) return { line, student: null, record: undefined, before: {}, erased: [] };
  const record = find(listed.fields.rollNumber);
  if (!record) return { line, student: listed, record, before: {}, erased: [] };
  const student = withKnownSplit(listed, record);
  const { before, emptied } = findDifferences(student, record);
  const erased = emptied.map((column): ListProblem => {
    const known = before[column] ?? '';
    const shown = known.length > MAX_TOLD ? `${known.slice(0, MAX_TOLD)}…` : known;
    const message = `This is empty and would delete "${shown}".`;
    return { line, column, message, canBeWritten: true };
  });
  return { line, student, record, before, erased };
}

const MAX_TOLD = 60;

/** Splits a whole name as before, if it has not changed. */
function withKnownSplit(student: ListedStudent, record: StudentRecord): ListedStudent {
  if (!student.isSplitGuessed || fullNameOf(student.fields) !== record.name) return student;
  const fields = { ...student.fields, ...splitName(record.name, record.lastName) };
  return { ...student, fields };
}

function outcomeOf(
  record: StudentRecord | undefined,
  before: Record<string, string>,
): 'added' | 'changed' | 'unchanged' {
  if (!record) return 'added';
  return Object.keys(before).length > 0 || !record.isListed ? 'changed' : 'unchanged';
}

/** A student's fields as a list would have them. */
export function toListedFields(record: StudentRecord): ListedFields {
  const { id: rollNumber, name, lastName, ...fields } = record;
  return { rollNumber, ...splitName(name, lastName), ...fields };
}

/** Current values where the list differs, and where it is empty, by heading. */
function findDifferences(
  student: ListedStudent,
  record: StudentRecord,
): { before: Record<string, string>; emptied: string[] } {
  const now = toListedFields(record);
  const before = new Map<string, string>();
  const emptied: string[] = [];
  const differ = (heading: string, { listed, known }: { listed: string; known: string }) => {
    before.set(heading, known);
    if (listed === '' && known !== '') emptied.push(heading);
  };
  for (const field of fieldNames) {
    const listed = student.fields[field];
    // Roll numbers keep their first spelling, and lists do not remove email addresses.
    if (listed === undefined || field === 'rollNumber') continue;
    if (field === 'email' && listed === '') continue;
    if (listed !== now[field]) differ(headingOf(field), { listed, known: now[field] });
  }
  for (const { heading, text } of student.other) {
    const known = record.other.find((one) => one.heading === heading)?.text ?? null;
    if (known !== text) differ(heading, { listed: text, known: known ?? '' });
  }
  // If the whole name is in the column of the first name, nothing is lost.
  const isSameName = fullNameOf(student.fields) === record.name;
  const lost = isSameName ? emptied.filter((one) => one !== headingOf('lastName')) : emptied;
  return { before: Object.fromEntries(before), emptied: lost };
}

const fieldNames: FieldName[] = [
  'firstName',
  'lastName',
  'rollNumber',
  'course',
  'email',
  'mobile',
  'mentorName',
  'parentMobile',
  'graduationYear',
  'mentorEmail',
  'department',
];

/** Fields without a column are unchanged. */
function mergeStudent(
  { fields, other }: ListedStudent,
  record: StudentRecord | undefined,
): PlannedStudent {
  const id = record?.id ?? fields.rollNumber;
  const listed = new Set(other.map(({ heading }) => heading));
  const kept = record?.other.filter(({ heading }) => !listed.has(heading)) ?? [];
  const textOf = (field: Exclude<FieldName, 'firstName' | 'lastName' | 'rollNumber'>) =>
    fields[field] ?? record?.[field] ?? '';
  return {
    id,
    name: fullNameOf(fields),
    email: fields.email === '' ? (record?.email ?? '') : textOf('email'),
    row: {
      personId: id,
      lastName: fields.lastName,
      course: textOf('course'),
      mobile: textOf('mobile'),
      mentorName: textOf('mentorName'),
      mentorEmail: textOf('mentorEmail'),
      department: textOf('department'),
      parentMobile: textOf('parentMobile'),
      graduationYear: textOf('graduationYear'),
      other: [...kept, ...other],
    },
  };
}

/**
 * Lines that cannot be written: the roll number belongs to an admin, or the email address to someone who keeps it.
 * Refusing a line may keep an address that another line needs, which is then checked again.
 */
function findRefused(rows: ListRow[], holders: Holder[]): Map<number, ListProblem> {
  const refused = new Map<number, ListProblem>();
  const findHolder = byRollNumber(holders);
  const owners = new Map(holders.map((holder) => [holder.email.toLowerCase(), holder]));
  const wanting = rows.flatMap(({ line, student }) => {
    if (!student) return [];
    const { rollNumber, email = '' } = student.fields;
    const id = (findHolder(rollNumber)?.id ?? rollNumber).toLowerCase();
    return [{ line, id, rollNumber, email }];
  });
  const byEmail = new Map(wanting.map((want) => [want.email.toLowerCase(), want]));
  const leaving = new Set(
    wanting
      .filter(({ id, email }) => email !== '' && isOther(findHolder(id), email))
      .map(({ id }) => id),
  );

  const waiting = [...wanting];
  for (let want = waiting.pop(); want; want = waiting.pop()) {
    const problem = findRefusal(want, { findHolder, owners, leaving });
    if (!problem || refused.has(want.line)) continue;
    refused.set(want.line, problem);
    leaving.delete(want.id);
    const next = byEmail.get(findHolder(want.id)?.email.toLowerCase() ?? '');
    if (next && next.email !== '') waiting.push(next);
  }
  return refused;
}

const isOther = (holder: Holder | undefined, email: string) =>
  holder !== undefined && holder.email.toLowerCase() !== email.toLowerCase();

function findRefusal(
  { line, id, rollNumber, email }: { line: number; id: string; rollNumber: string; email: string },
  known: {
    findHolder: (rollNumber: string) => Holder | undefined;
    owners: Map<string, Holder>;
    leaving: Set<string>;
  },
): ListProblem | null {
  if (known.findHolder(id)?.isStudent === false) {
    const message = `${rollNumber} is the id of an admin. Correct the roll number.`;
    return { line, column: headingOf('rollNumber'), message };
  }
  const guest = known.findHolder(id);
  if (guest?.isGuest && isOther(guest, email)) {
    const message = `${rollNumber} has registered as a guest with ${guest.email}. Confirm or remove the guest, then upload the list again.`;
    return { line, column: headingOf('email'), message };
  }
  const owner = email === '' ? undefined : known.owners.get(email.toLowerCase());
  if (!owner || owner.id.toLowerCase() === id || known.leaving.has(owner.id.toLowerCase())) {
    return null;
  }
  const message = `${email} is already the email address of ${owner.id}. Correct it.`;
  return { line, column: headingOf('email'), message };
}
