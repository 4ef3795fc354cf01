// Reads tables of others: people.
import type { Enrolment } from '@vlabs/contract/people/audience';
import { z } from 'zod';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';

const Columns = z.object({
  id: z.uuid(),
  title: z.string(),
  fileId: z.string().nullable(),
  fileName: z.string(),
  languageId: z.int().nullable(),
  dueAt: z.date().nullable(),
  maxMarks: z.number(),
  updatedAt: z.date(),
  withdrawnAt: z.date().nullable(),
});

const Assignment = Columns.extend({
  text: z.string(),
  starterCode: z.string(),
  forEveryone: z.boolean(),
  forCourses: z.array(z.string()),
  forYears: z.array(z.string()),
  forRollNumbers: z.array(z.string()),
}).transform(({ forEveryone, forCourses, forYears, forRollNumbers, ...assignment }) => ({
  ...assignment,
  audience: {
    everyone: forEveryone,
    courses: forCourses,
    years: forYears,
    rollNumbers: forRollNumbers,
  },
}));
export type Assignment = z.infer<typeof Assignment>;

export type AssignmentContent = Pick<
  Assignment,
  | 'title'
  | 'text'
  | 'starterCode'
  | 'fileId'
  | 'fileName'
  | 'languageId'
  | 'dueAt'
  | 'maxMarks'
  | 'audience'
>;

export async function insertAssignment(
  db: Database,
  { audience, ...assignment }: AssignmentContent & { createdBy: string; isDemo: boolean },
): Promise<string> {
  const row = await first(
    db,
    z.object({ id: z.uuid() }),
    sql`
      insert into assignments (title, text, file_bucket, file_id, file_name, language_id, due_at,
        max_marks, for_everyone, for_courses, for_years, for_roll_numbers, created_by, is_demo,
        starter_code)
      values (${assignment.title}, ${assignment.text},
        case when ${assignment.fileId}::text is not null then 'assignments' end,
        ${assignment.fileId}, ${assignment.fileName}, ${assignment.languageId}, ${assignment.dueAt},
        ${assignment.maxMarks}, ${audience.everyone}, ${audience.courses}, ${audience.years},
        ${audience.rollNumbers}, ${assignment.createdBy}, ${assignment.isDemo},
        ${assignment.starterCode})
      returning id
    `,
  );
  if (!row) throw new Error('The assignment was not kept.');
  return row.id;
}

export function updateAssignment(db: Database, id: string, content: AssignmentContent) {
  const { audience } = content;
  return run(
    db,
    sql`
      update assignments
      set title = ${content.title}, text = ${content.text},
        file_bucket = case when ${content.fileId}::text is not null then 'assignments' end,
        file_id = ${content.fileId}, file_name = ${content.fileName},
        language_id = ${content.languageId}, due_at = ${content.dueAt},
        max_marks = ${content.maxMarks}, for_everyone = ${audience.everyone},
        for_courses = ${audience.courses}, for_years = ${audience.years},
        for_roll_numbers = ${audience.rollNumbers}, starter_code = ${content.starterCode},
        updated_at = clock_timestamp()
      where id = ${id}
    `,
  );
}

/** Keeps the time at which it was withdrawn first. */
export function updateWithdrawn(db: Database, id: string, isWithdrawn: boolean) {
  return run(
    db,
    sql`
      update assignments
      set withdrawn_at = case when ${isWithdrawn} then coalesce(withdrawn_at, clock_timestamp()) end
      where id = ${id}
    `,
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isAssignmentId = (text: string): boolean => UUID.test(text);

/** What the demo made is there only while the demo is on. */
const isThere = sql`
  (not assignment.is_demo or exists (
    select 1 from people demo where demo.is_demo and demo.password_hash is not null))
`;

const isForStudent = ({ rollNumber, course, year }: Enrolment) => sql`
  is_for_student(for_everyone, for_courses, for_years, for_roll_numbers, ${rollNumber}, ${course},
    ${year})
`;

export function findAssignment(db: Database, id: string) {
  return first(
    db,
    Assignment,
    sql`
      select id, title, text, starter_code, file_id, file_name, language_id, due_at, max_marks,
        updated_at, withdrawn_at, for_everyone, for_courses, for_years, for_roll_numbers
      from assignments assignment
      where id = ${id}
        and ${isThere}
    `,
  );
}

/** Hand-ins of one assignment take turns, so that versions and counts stay right. */
export async function lockAssignment(db: Database, id: string): Promise<boolean> {
  return (await run(db, sql`select 1 from assignments where id = ${id} for update`)) > 0;
}

const AdminRow = Columns.extend({
  hasText: z.boolean(),
  forEveryone: z.boolean(),
  forCourses: z.array(z.string()),
  forYears: z.array(z.string()),
  forRollNumbers: z.array(z.string()),
  submitted: z.int(),
  marked: z.int(),
  createdAt: z.date(),
  uploadedBy: z.string(),
}).transform(({ forEveryone, forCourses, forYears, forRollNumbers, ...row }) => ({
  ...row,
  audience: {
    everyone: forEveryone,
    courses: forCourses,
    years: forYears,
    rollNumbers: forRollNumbers,
  },
}));

/** Changed last, first. */
export function listAllAssignments(db: Database) {
  return all(
    db,
    AdminRow,
    sql`
      select assignment.id, title, text <> '' as has_text, file_id, file_name, language_id, due_at,
        max_marks, assignment.updated_at, withdrawn_at, for_everyone, for_courses, for_years,
        for_roll_numbers, submitted_count as submitted, marked_count as marked,
        assignment.created_at, person.name as uploaded_by
      from assignments assignment
      join people person on person.id = assignment.created_by
      where ${isThere}
      order by assignment.updated_at desc, assignment.id
    `,
  );
}

const StudentRow = Columns.extend({
  hasText: z.boolean(),
  handedInAt: z.date().nullable(),
  isLate: z.boolean(),
  marks: z.number().nullable(),
});
export type StudentRow = z.infer<typeof StudentRow>;

/** Those for a student that are not withdrawn, changed last first, with their own last hand-in. */
export function listAssignmentsOf(db: Database, student: Enrolment) {
  return all(
    db,
    StudentRow,
    sql`
      select assignment.id, title, assignment.text <> '' as has_text, file_id, file_name,
        assignment.language_id, due_at, max_marks, updated_at, withdrawn_at, handed_in_at,
        coalesce(is_late, false) as is_late, marks
      from assignments assignment
      left join hand_ins hand_in
        on hand_in.assignment_id = assignment.id and hand_in.is_last
          and hand_in.student_id = ${student.rollNumber}
      where withdrawn_at is null
        and ${isThere}
        and ${isForStudent(student)}
      order by updated_at desc, assignment.id
    `,
  );
}

/** The files of assignments for a student that are not withdrawn; of these only the one, if one is named. */
export async function listFileIdsOf(
  db: Database,
  student: Enrolment,
  fileId: string | null,
): Promise<string[]> {
  const found = await all(
    db,
    z.object({ fileId: z.string() }),
    sql`
      select distinct file_id
      from assignments assignment
      where file_id is not null and (${fileId}::text is null or file_id = ${fileId})
        and withdrawn_at is null
        and ${isThere}
        and ${isForStudent(student)}
    `,
  );
  return found.map((row) => row.fileId);
}

/** Counts the hand-ins of one assignment anew; within the transaction that changed them. */
export function updateCounts(db: Database, id: string) {
  return run(
    db,
    sql`
      update assignments
      set (submitted_count, marked_count) = (
        select count(*), count(marks)
        from hand_ins
        where assignment_id = ${id} and is_last
      )
      where id = ${id}
    `,
  );
}

export async function hasDemoAssignments(db: Database): Promise<boolean> {
  return (await run(db, sql`select 1 from assignments where is_demo limit 1`)) > 0;
}

/** The demo's own people, by roll number. */
export function listDemoPeople(db: Database) {
  return all(
    db,
    z.object({ id: z.string(), role: z.int() }),
    sql`select id, role from people where is_demo order by id`,
  );
}
