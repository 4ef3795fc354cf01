import type { Audience } from '@vlabs/contract/people/audience';
import type { StudentChoice } from '@vlabs/contract/people/audience-choices';
import type { ListPreview } from '@vlabs/contract/people/student-lists';
import type { Student, StudentDetails } from '@vlabs/contract/people/students';
import * as contract from '@vlabs/contract/people/students';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { requireClassInScope } from '../classes/classes.reads.ts';
import { recordAct } from '../platform/audit.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import { conflict, notFound } from '../platform/errors.ts';
import { type AccessScope, limitToClass } from '../platform/access-scope.ts';
import type { MemberLists } from '../platform/member-lists.ts';
import { patternsOf } from '../platform/postgres/search-patterns.ts';
import type { Accounts } from './accounts.ts';
import {
  countStudentsInAudience,
  listChoices,
  listUnknownRollNumbers,
} from './audience.queries.ts';
import { type ImportPlan, planImport, toListedFields, writtenLines } from './import-plan.ts';
import { splitName } from './lists/listed-student.ts';
import type { ListRow } from './lists/list-row.ts';
import { membersOfRows, namesClasses } from './lists/member-list.ts';
import { previewMembers } from './member-imports.ts';
import { type HowToRead, readMatchedList } from './matched-lists.ts';
import {
  type Sight,
  type StudentRecord,
  countRecords,
  findRecord,
  holdStudentList,
  listHolders,
  listRecordPage,
  listStudentRecords,
  upsertStudents,
} from './students.queries.ts';
import { countStudents } from './students.reads.ts';

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

/** Previews an import of the file. */
export async function previewStudents(
  { pool, lists }: { pool: Pool; lists: MemberLists },
  bytes: Buffer,
  how: HowToRead,
): Promise<ListPreview> {
  const list = await readMatchedList(pool, bytes, how.columnMatch);
  if (list.kind === 'members') {
    const planned = await previewMembers({ pool, lists }, list, how);
    return { ...planned, repairs: [], doubtful: 0, columnChoice: null };
  }
  const known = { records: await listStudentRecords(pool), holders: await listHolders(pool) };
  const { students, ...plan } = planImport(list, known, how);
  const { columns, repairs, choice: columnChoice } = list;
  const { termId } = how;
  const inClasses =
    namesClasses(columns) &&
    (await previewClasses({ pool, lists }, list.rows, { ...plan, students, termId }));
  return {
    ...plan,
    columns,
    rows: list.rows.map(({ cells }) => cells),
    repairs,
    ...inClasses,
    columnChoice,
  };
}

/** The memberships of the students in a class list. */
async function previewClasses(
  parts: { pool: Pool; lists: MemberLists },
  rows: readonly ListRow[],
  { lines, students, termId }: Pick<ImportPlan, 'lines' | 'students'> & Pick<HowToRead, 'termId'>,
): Promise<Pick<ListPreview, 'inClasses' | 'term' | 'classes'>> {
  const written = writtenLines(lines);
  const named = membersOfRows(rows.filter(({ line }) => written.has(line)));
  const coming = students.map(({ id }) => id);
  const {
    ofMembers: _,
    term,
    classes,
    ...inClasses
  } = await previewMembers(parts, named, { termId, coming });
  return { inClasses, classes, ...(term && { term }) };
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

/** Values for choosing students, in their first spelling. */
export async function listAudienceChoices(
  db: Database,
  { scope, owned }: Sight,
  classId: string | undefined,
) {
  const within = limitToClass(scope, classId);
  const [courses, years, mentors] = await Promise.all([
    listChoices(db, within, 'course'),
    listChoices(db, within, 'year'),
    listChoices(db, limitToClass(owned, classId), 'mentor'),
  ]);
  return { courses: inOrder(courses), years: inOrder(years), mentors: inOrder(mentors) };
}

const inWords = new Intl.Collator('en-IN', { numeric: true });

const inOrder = (choices: StudentChoice[]) =>
  choices.toSorted((a, b) => inWords.compare(a.name, b.name));

/** The students an audience admits; in a class, among its students. */
export async function getAudienceReach(db: Database, scope: AccessScope, audience: Audience) {
  const within = limitToClass(scope, requireClassInScope(scope, audience)?.classId);
  const [reached, students, unknown] = await Promise.all([
    countStudentsInAudience(db, audience, scope),
    countStudents(db, within),
    listUnknownRollNumbers(db, audience.rollNumbers, within),
  ]);
  return { reached, students, unknown };
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
