import { EVERYONE } from '@vlabs/contract/people/audience';
import type { ListPreview } from '@vlabs/contract/people/student-lists';
import type { AudienceChoice, Student, StudentDetails } from '@vlabs/contract/people/students';
import type { Pool } from 'pg';
import { recordAct } from '../platform/audit.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import { conflict, notFound } from '../platform/errors.ts';
import type { Accounts } from './accounts.ts';
import { listStudentsInAudience } from './audience.queries.ts';
import { planImport, toListedFields } from './import-plan.ts';
import { splitName } from './lists/listed-student.ts';
import { type HowToRead, readMatchedList } from './matched-lists.ts';
import {
  type StudentRecord,
  holdStudentList,
  listHolders,
  listRecords,
  listStudentRecords,
  upsertStudents,
} from './students.queries.ts';

/** Guests too: an admin decides about them. */
export async function listStudents(db: Database): Promise<Student[]> {
  return (await listRecords(db)).map(toStudent);
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
export async function previewStudents(
  db: Database,
  bytes: Buffer,
  how: HowToRead,
): Promise<ListPreview> {
  const list = await readMatchedList(db, bytes, how.columnMatch);
  const known = { records: await listStudentRecords(db), holders: await listHolders(db) };
  const { students: _, ...plan } = planImport(list, known, how);
  const { columns, repairs, choice: columnChoice } = list;
  return { ...plan, columns, rows: list.rows.map(({ cells }) => cells), repairs, columnChoice };
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
    const { id, lastName, isGuest } = await getRecord(db, rollNumber);
    if (isGuest) throw conflict('guest', `${id} is a guest. Confirm them first.`);
    const { name, email, ...row } = details;
    await accounts.saveListedPeople(db, [{ id, name, email }]);
    await upsertStudents(db, [{ ...row, personId: id, lastName }]);
    await recordAct(db, { action: 'edit-student', personId: id });
  });
  return getStudent(pool, rollNumber);
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
  const [record] = await listRecords(db, rollNumber);
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
