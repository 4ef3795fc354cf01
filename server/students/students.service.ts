import { EVERYONE } from '@vlabs/contract/audience';
import type {
  AudienceChoice,
  ListPreview,
  Student,
  StudentDetails,
} from '@vlabs/contract/students';
import { randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import { recordAct } from '../platform/audit.ts';
import { type Database, inTransaction } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import type { Accounts } from './accounts.ts';
import { listStudentsInAudience } from './audience.queries.ts';
import { planImport, toListedFields } from './import-plan.ts';
import { splitName } from './listed-student.ts';
import { readStudentList } from './student-list.ts';
import {
  type StudentRecord,
  holdStudentList,
  listHolders,
  listStudentRecords,
  upsertStudents,
} from './students.queries.ts';

/** Letters and digits that nobody takes for each other when they are read out. */
const PASSWORD_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 12;

export async function listStudents(db: Database): Promise<Student[]> {
  return (await listStudentRecords(db)).map(toStudent);
}

/** Every student by the headings of the specification, and of their list. */
export async function getAllStudents(db: Database) {
  return (await listStudentRecords(db)).map((record) => {
    const fields = toListedFields(record);
    const other = record.other.map(({ heading, text }) => [heading, text]);
    return {
      ...Object.fromEntries(other),
      'First Name': fields.firstName,
      'Last Name': fields.lastName,
      'Roll no': fields.rollNumber,
      'Course opted': fields.course,
      'Email ID': fields.email,
      'Mobile No': fields.mobile,
      'Mentor Name': fields.mentorName,
      'Parent Mobile No': fields.parentMobile,
      'Year of Graduation': fields.graduationYear,
      'Mentor Email ID': fields.mentorEmail,
      Department: fields.department,
    };
  });
}

/** What an import of the file would do; nothing is written. */
export async function previewStudents(db: Database, bytes: Buffer): Promise<ListPreview> {
  const list = await readStudentList(bytes);
  const plan = planImport(list, await listStudentRecords(db), await listHolders(db));
  const { lines, problems, added, changed, unchanged } = plan;
  const rows = list.rows.map(({ cells }) => cells);
  return { columns: list.columns, rows, lines, problems, added, changed, unchanged };
}

export async function getStudent(db: Database, rollNumber: string): Promise<Student> {
  return toStudent(await getRecord(db, rollNumber));
}

export async function updateStudent(
  pool: Pool,
  accounts: Accounts,
  rollNumber: string,
  details: StudentDetails,
): Promise<Student> {
  await inTransaction(pool, async (db) => {
    await holdStudentList(db);
    const { id, lastName } = await getRecord(db, rollNumber);
    const { name, email, ...row } = details;
    await accounts.saveListedPeople(db, [{ id, name, email }]);
    await upsertStudents(db, [{ ...row, personId: id, lastName }]);
    await recordAct(db, { action: 'edit-student', personId: id });
  });
  return getStudent(pool, rollNumber);
}

export async function setStudentDisabled(
  pool: Pool,
  accounts: Accounts,
  rollNumber: string,
  disabled: boolean,
): Promise<Student> {
  const { id } = await getRecord(pool, rollNumber);
  await (disabled ? accounts.disableAccount(pool, id) : accounts.enableAccount(pool, id));
  return getStudent(pool, id);
}

/** The new password, which is kept nowhere as it is. */
export async function resetStudentPassword(
  pool: Pool,
  accounts: Accounts,
  rollNumber: string,
): Promise<string> {
  const { id } = await getRecord(pool, rollNumber);
  const password = makePassword();
  await accounts.resetPassword(pool, id, password);
  return password;
}

/** What an audience may name, each course and year in the case in which it stands first. */
export async function listAudienceChoices(db: Database) {
  const students = await listStudentsInAudience(db, EVERYONE);
  return {
    courses: countEach(students.map(({ course }) => course)),
    years: countEach(students.map(({ year }) => year)),
    students: students.map(({ id, name, course, year }) => ({
      rollNumber: id,
      name,
      course,
      year,
    })),
  };
}

const inWords = new Intl.Collator('en-IN', { numeric: true });

function countEach(names: string[]): AudienceChoice[] {
  const byLowerCase = new Map<string, AudienceChoice>();
  for (const name of names) {
    if (name === '') continue;
    const choice = byLowerCase.get(name.toLowerCase()) ?? { name, students: 0 };
    choice.students += 1;
    byLowerCase.set(name.toLowerCase(), choice);
  }
  return [...byLowerCase.values()].toSorted((a, b) => inWords.compare(a.name, b.name));
}

async function getRecord(db: Database, rollNumber: string): Promise<StudentRecord> {
  const [record] = await listStudentRecords(db, rollNumber);
  if (!record) throw notFound(`A student with the roll number ${rollNumber}`);
  return record;
}

function toStudent({ id, lastName, registeredAt, disabledAt, ...record }: StudentRecord): Student {
  return {
    ...record,
    ...splitName(record.name, lastName),
    rollNumber: id,
    registeredAt: registeredAt?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}

/** 60 random bits, in three groups that can be read out. */
function makePassword(): string {
  const letters = Array.from({ length: PASSWORD_LENGTH }, () =>
    PASSWORD_LETTERS.charAt(randomInt(PASSWORD_LETTERS.length)),
  );
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
}
