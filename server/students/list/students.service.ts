import * as contract from '@vlabs/contract/students/students';
import type { Student, StudentDetails } from '@vlabs/contract/students/students';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { recordAct } from '../../platform/audit/audit.ts';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { limitToClass } from '../../platform/access/access-scope.ts';
import { patternsOf } from '../../platform/postgres/search-patterns.ts';
import { saveListedPeople } from '../../auth/auth.reads.ts';
import { toListedFields } from '../import/import-plan.ts';
import { splitName } from '../import/lists/list-columns.ts';
import {
  type Sight,
  type StudentRecord,
  countRecords,
  findRecord,
  holdStudentList,
  listRecordPage,
  listStudentRecords,
  upsertStudents,
} from './students.queries.ts';

type Asked = z.output<typeof contract.listStudents.query>;

/** Includes guests, so that an admin can decide about them. */
export async function listStudentPage(db: Database, { scope, owned }: Sight, asked: Asked) {
  const { sort, direction, max } = asked;
  const within = limitToClass(scope, asked.class, asked.section);
  const filter = { ...readFilter(asked), sight: { scope: within, owned } };
  const after = asked.after === undefined ? null : readAfter(asked.after);
  const page = { sort, isDescending: direction === 'descending', after, max: max + 1 };
  const [records, counts] = await Promise.all([
    listRecordPage(db, filter, page),
    after === null ? countRecords(db, filter) : null,
  ]);
  const shown = records.slice(0, max);
  const last = records.length > max ? shown.at(-1) : undefined;
  return {
    students: shown.map(toStudent),
    next: last ? `${last.id} ${last.sortedBy}` : null,
    counts: counts && {
      found: { students: counts.foundStudents, guests: counts.foundGuests },
      all: { students: counts.allStudents, guests: counts.allGuests },
      unregistered: counts.unregistered,
    },
  };
}

/** The sort value at that time, so that rows after it do not move. */
function readAfter(after: string): { id: string; value: string } {
  const end = after.indexOf(' ');
  return { id: after.slice(0, end), value: after.slice(end + 1) };
}

const readFilter = ({ search, course, year, mentor, account }: Asked) => ({
  patterns: patternsOf(search),
  course: course ?? null,
  year: year ?? null,
  mentor: mentor ?? null,
  account: account ?? null,
});

/** Read in batches, so that other calls are answered in between. */
const READ_AT_ONCE = 1000;

/** Students by the headings of the specification and their list, one page. */
export async function getAllStudents(db: Database, after: string | null = null) {
  const records: StudentRecord[] = [];
  const max = contract.STUDENTS_IN_ONE_REPLY + 1;
  let last = after;
  while (records.length < max) {
    const some = await listStudentRecords(db, last, Math.min(READ_AT_ONCE, max - records.length));
    records.push(...some);
    if (some.length < READ_AT_ONCE) break;
    last = some.at(-1)?.id ?? null;
  }
  const shown = records.slice(0, contract.STUDENTS_IN_ONE_REPLY);
  const next = records.length > shown.length ? shown.at(-1)?.id : undefined;
  return { studentsData: shown.map(toListed), ...(next !== undefined && { next }) };
}

function toListed(record: StudentRecord) {
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
}

export async function getStudent(
  db: Database,
  rollNumber: string,
  sight?: Sight,
): Promise<Student> {
  return toStudent(await getRecord(db, rollNumber, sight));
}

export async function updateStudent(
  pool: Pool,
  rollNumber: string,
  details: StudentDetails,
): Promise<Student> {
  await inTransaction(pool, async (db) => {
    await holdStudentList(db);
    const { id, lastName, isGuest } = await getRecord(db, rollNumber);
    if (isGuest) throw conflict('guest', `${id} is a guest. Confirm them first.`);
    const { name, email, ...row } = details;
    await saveListedPeople(db, [{ id, name, email }]);
    await upsertStudents(db, [{ ...row, personId: id, lastName }]);
    await recordAct(db, { action: 'edit-student', personId: id });
  });
  return getStudent(pool, rollNumber);
}

async function getRecord(db: Database, rollNumber: string, sight?: Sight): Promise<StudentRecord> {
  const record = await findRecord(db, rollNumber, sight);
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
