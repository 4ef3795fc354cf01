import { ClassInList, Joining, WorkFigures } from '@vlabs/contract/classes/classes';
import { ListTerm } from '@vlabs/contract/students/student-lists';
import { z } from 'zod';
import { type Cursor, timestampMicros, beforeCursor } from '../platform/lists/cursor.ts';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { resultsInScope } from './access-scope.queries.ts';

const Term = z.object({
  termId: z.uuid(),
  name: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  classes: z.int(),
});

export interface TermFields {
  name: string;
  startsOn: string;
  endsOn: string;
}

const termColumns = sql`
  id as term_id, name, starts_on::text as starts_on, ends_on::text as ends_on,
  (select count(*)::integer from classes where term_id = terms.id) as classes
`;

export function listTerms(db: Database) {
  return all(db, Term, sql`select ${termColumns} from terms order by starts_on desc, name`);
}

/** Violates `terms_name_without_case` if the name is taken. */
export function insertTerm(db: Database, { name, startsOn, endsOn }: TermFields) {
  return first(
    db,
    Term,
    sql`
      insert into terms (name, starts_on, ends_on)
      values (${name}, ${startsOn}, ${endsOn})
      returning ${termColumns}
    `,
  );
}

export function updateTerm(db: Database, termId: string, { name, startsOn, endsOn }: TermFields) {
  return first(
    db,
    Term,
    sql`
      update terms
      set name = ${name}, starts_on = ${startsOn}, ends_on = ${endsOn}
      where id = ${termId}
      returning ${termColumns}
    `,
  );
}

/** The requested term; otherwise the current one in Asia/Kolkata that began last, the next, or the latest. */
export function findTermOfList(db: Database, termId: string | null) {
  return first(
    db,
    ListTerm,
    sql`
      select id as term_id, name
      from terms
      cross join (select (now() at time zone 'Asia/Kolkata')::date as today) clock
      where ${termId}::uuid is null or id = ${termId}
      order by case when starts_on > today then 2 when ends_on >= today then 1 else 3 end,
        case when starts_on > today then starts_on end, starts_on desc, name
      limit 1
    `,
  );
}

const Class = ClassInList.extend({ joining: Joining, canStep: z.boolean() });
export type Class = z.infer<typeof Class>;

const classColumns = (personId: string) => sql`
  classes.id as class_id, classes.name, subject, coalesce(code, '') as code, department, state,
  joining, can_step,
  json_build_object('termId', terms.id, 'name', terms.name, 'startsOn', terms.starts_on::text,
    'endsOn', terms.ends_on::text) as term,
  (
    select role from class_members own
    where own.class_id = classes.id and own.person_id = ${personId} and own.left_at is null
  ) as role,
  (
    select count(*)::integer from class_members enrolled
    where enrolled.class_id = classes.id and enrolled.left_at is null
      and enrolled.role = 'student'
  ) as students
`;

export interface ClassPage {
  personId: string;
  /** Includes classes that the person does not teach. */
  isOfAll: boolean;
  patterns: readonly string[];
  state: 'open' | 'archived';
  termId: string | null;
  after: Cursor | null;
  max: number;
}

/** Last created first. */
export function listClassPage(db: Database, page: ClassPage) {
  const { personId, isOfAll, patterns, state, termId, after, max } = page;
  return all(
    db,
    Class.extend({ timestampMicros: z.string() }),
    sql`
      select ${classColumns(personId)}, ${timestampMicros(sql`classes.created_at`)} as timestamp_micros
      from classes
      join terms on terms.id = term_id
      where state = ${state}
        and (${isOfAll} or classes.id in (
          select class_id from class_members
          where person_id = ${personId} and left_at is null and role <> 'student'))
        and (${termId}::uuid is null or term_id = ${termId})
        and concat_ws(' ', classes.name, subject, code) ilike all(${patterns}::text[])
        and ${beforeCursor(sql`classes.created_at`, sql`classes.id`, after)}
      order by classes.created_at desc, classes.id desc
      limit ${max}
    `,
  );
}

export function findClass(db: Database, classId: string, personId: string) {
  return first(
    db,
    Class,
    sql`
      select ${classColumns(personId)}
      from classes
      join terms on terms.id = term_id
      where classes.id = ${classId}
    `,
  );
}

/** Assignments store their number of hand-ins; for sections it is counted. */
export async function countWork(db: Database, classId: string, scope: AccessScope) {
  const counts = scope.limitedClassIds.includes(classId)
    ? sql`
        select count(*) as submitted_count, count(marks) as marked_count
        from hand_ins
        where assignment_id = assignments.id and is_last
          and ${resultsInScope(scope, sql`assignments.class_id`, sql`student_id`)}`
    : sql`select assignments.submitted_count, assignments.marked_count`;
  const counted = await first(
    db,
    WorkFigures,
    sql`
      select
        (select count(*)::integer from quizzes where class_id = ${classId}) as quizzes,
        count(*)::integer as assignments,
        coalesce(sum(done.submitted_count), 0)::integer as hand_ins,
        coalesce(sum(done.submitted_count - done.marked_count), 0)::integer as to_mark
      from assignments
      cross join lateral (${counts}) done
      where class_id = ${classId}
    `,
  );
  if (!counted) throw new Error('The work of the class was not counted.');
  return counted;
}

/** Open classes where a person is a student or assistant, latest first. */
export function listClassesOf(db: Database, personId: string) {
  return all(
    db,
    Class.omit({ students: true, code: true }).extend({
      sections: z.array(z.string()),
      teachers: z.array(z.string()),
    }),
    sql`
      select ${classColumns(personId)},
        array(
          select sections.name from member_sections own
          join sections on sections.id = own.section_id
          where own.class_id = classes.id and own.person_id = ${personId}
          order by sections.name collate in_words) as sections,
        array(
          select people.name from class_members staff
          join people on people.id = staff.person_id
          where staff.class_id = classes.id and staff.left_at is null
            and staff.role in ('owner', 'teacher')
          order by staff.role, people.name) as teachers
      from class_members member
      join classes on classes.id = member.class_id
      join terms on terms.id = classes.term_id
      where member.person_id = ${personId} and member.left_at is null and state = 'open'
      order by terms.starts_on desc, classes.name collate in_words, classes.id
    `,
  );
}

export interface ClassFields {
  name: string;
  subject: string;
  termId: string;
  /** Empty for none. */
  code: string;
  department: string;
}

/** Violates `classes_term_id_fkey` if the term is unknown, and `classes_code_without_case` if the code is taken. */
export async function insertClass(
  db: Database,
  { name, subject, termId, code, department }: ClassFields,
  createdBy: string,
): Promise<string> {
  const made = await first(
    db,
    z.object({ id: z.uuid() }),
    sql`
      insert into classes (term_id, subject, name, code, department, created_by)
      values (${termId}, ${subject}, ${name}, nullif(${code}, ''), ${department}, ${createdBy})
      returning id
    `,
  );
  if (!made) throw new Error('The class was not kept.');
  return made.id;
}

export function updateClass(
  db: Database,
  classId: string,
  { name, subject, termId, code, department }: ClassFields,
) {
  return run(
    db,
    sql`
      update classes
      set term_id = ${termId}, subject = ${subject}, name = ${name}, code = nullif(${code}, ''),
        department = ${department}
      where id = ${classId}
    `,
  );
}

export function updateStepping(db: Database, classId: string, canStep: boolean) {
  return run(db, sql`update classes set can_step = ${canStep} where id = ${classId}`);
}

/** What the lock blocks until the transaction ends: changes of the class or its members, or starts of its tests. */
export type ClassLock = 'change' | 'change-and-start';

/** Null if it does not exist. */
export function lockClass(db: Database, classId: string, against: ClassLock) {
  const lock = against === 'change' ? sql`for no key update` : sql`for update`;
  return first(
    db,
    z.object({ name: z.string(), state: z.enum(['open', 'archived']), joining: Joining }),
    sql`select name, state, joining from classes where id = ${classId} ${lock}`,
  );
}

export function updateState(db: Database, classId: string, state: 'open' | 'archived') {
  return run(db, sql`update classes set state = ${state} where id = ${classId}`);
}

/** A test of the class with an attempt in progress, or null. */
export function findRunningTest(db: Database, classId: string) {
  return first(
    db,
    z.object({ title: z.string() }),
    sql`
      select coalesce(nullif(topic, ''), subject_id) as title
      from quizzes
      where class_id = ${classId} and exists (
        select 1 from attempts
        where quiz_id = unique_id and submitted_at is null and deadline_at > now())
      limit 1
    `,
  );
}

const bytes = z.instanceof(Buffer).nullable();
const StoredCode = z.object({ codeHash: bytes, codeSealed: bytes });

export function updateJoining(
  db: Database,
  classId: string,
  { joining, codeHash, codeSealed }: z.infer<typeof StoredCode> & Pick<Class, 'joining'>,
) {
  return run(
    db,
    sql`
      update classes
      set joining = ${joining}, join_code_hash = ${codeHash}, join_code_sealed = ${codeSealed}
      where id = ${classId}
    `,
  );
}

/** The code, if students join by one. */
export function findJoinCode(db: Database, classId: string) {
  return first(
    db,
    StoredCode,
    sql`
      select join_code_hash as code_hash, join_code_sealed as code_sealed
      from classes where id = ${classId} and joining = 'code'
    `,
  );
}

/** The open class with this join code, locked against archiving. */
export function findClassByCode(db: Database, codeHash: Buffer) {
  return first(
    db,
    z.object({ classId: z.uuid(), name: z.string() }),
    sql`
      select id as class_id, name
      from classes
      where join_code_hash = ${codeHash} and joining = 'code' and state = 'open'
      for share
    `,
  );
}
