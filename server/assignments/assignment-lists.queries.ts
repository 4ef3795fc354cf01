import type { Enrolment } from '@vlabs/contract/students/audience';
import { z } from 'zod';
import { audienceColumns, withAudience } from '../platform/access/audience-columns.ts';
import { resultsInScope, workInScope } from '../classes/classes.reads.ts';
import { FULL_ACCESS, type AccessScope } from '../platform/access/access-scope.ts';
import { type Cursor, timestampMicros, beforeCursor } from '../platform/lists/cursor.ts';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';
import { groupsOf, workOf, workUntil } from '../students/students.reads.ts';
import {
  Columns,
  isOfOpenClass,
  isThere,
  preparedColumns,
  preparedShape,
} from './assignments.queries.ts';
import { PAGE_OF_ROWS } from '../platform/lists/pages-of-rows.ts';
import { Version, versionColumns } from './hand-ins.queries.ts';

const OwnHandIn = Version.extend({
  assignmentId: z.uuid(),
  title: z.string(),
  maxMarks: z.number(),
  source: z.string().nullable(),
  text: z.string().nullable(),
});
type OwnHandIn = z.infer<typeof OwnHandIn>;

/** A page of a student's versions after one, by assignment. */
export function listAllHandIns(db: Database, studentId: string, after: OwnHandIn | null) {
  const { assignmentId = null, version = null } = after ?? {};
  return all(
    db,
    OwnHandIn,
    sql`
      with page as (
        select every.*
        -- One is the last of each assignment, and found by an index.
        from hand_ins last
        join hand_ins every on every.assignment_id = last.assignment_id
          and every.student_id = last.student_id
        where last.student_id = ${studentId} and last.is_last and (${assignmentId}::uuid is null
          or (every.assignment_id, every.version) > (${assignmentId}::uuid, ${version}::integer))
        order by every.assignment_id, every.version
        limit ${PAGE_OF_ROWS.rows}
      ), sized as (
        select id, sum(length) over (order by assignment_id, version) - length as bytes_before
        from (
          select *, coalesce(octet_length(source), octet_length(text), 0) as length from page
        ) measured
      )
      select ${versionColumns}, assignment_id, title, max_marks, source, hand_in.text
      from sized
      join page hand_in on hand_in.id = sized.id
      join assignments on assignments.id = assignment_id
      left join people marker on marker.id = hand_in.marked_by
      where bytes_before < ${PAGE_OF_ROWS.bytes}
      order by assignment_id, version
    `,
  );
}

const AdminRow = Columns.extend({
  hasText: z.boolean(),
  ...audienceColumns,
  submitted: z.int(),
  marked: z.int(),
  ...preparedShape,
  createdAt: z.date(),
  uploadedBy: z.string(),
  timestampMicros: z.string(),
}).transform(withAudience);

interface PageOfAll {
  after: Cursor | null;
  /** Patterns that must all occur in the title or the file name. */
  patterns: readonly string[];
  /** Only classes in scope. */
  scope: AccessScope;
  max: number;
}

/** Hand-in counts come with the assignments, except for staff limited to sections. */
const countsWithin = (scope: AccessScope) =>
  scope.limitedClassIds.length === 0
    ? { submitted: sql`submitted_count`, marked: sql`marked_count`, own: sql`` }
    : {
        submitted: sql`own.submitted`,
        marked: sql`own.marked`,
        own: sql`
          cross join lateral (
            select count(*) as submitted, count(marks) as marked
            from hand_ins hand_in
            where hand_in.assignment_id = assignment.id and hand_in.is_last
              and ${resultsInScope(scope, sql`assignment.class_id`, sql`hand_in.student_id`)}
          ) own
        `,
      };

/** Last changed first. */
export function listAssignmentPage(db: Database, { after, patterns, scope, max }: PageOfAll) {
  const { submitted, marked, own } = countsWithin(scope);
  return all(
    db,
    AdminRow,
    sql`
      select assignment.id, title, text <> '' as has_text, file_id, file_name, language_id, due_at,
        max_marks, assignment.updated_at, withdrawn_at, for_everyone, for_courses, for_years,
        for_roll_numbers, class_id, for_sections, ${submitted}::integer as submitted, ${marked}::integer as marked,
        assignment.created_at, person.name as uploaded_by, ${preparedColumns},
        ${timestampMicros(sql`assignment.updated_at`)} as timestamp_micros
      from assignments assignment
      join people person on person.id = assignment.created_by ${own}
      where ${isThere} and ${workInScope(scope, sql`assignment.class_id`)}
        and ${beforeCursor(sql`assignment.updated_at`, sql`assignment.id`, after)}
        and concat_ws(' ', title, file_name) ilike all(${patterns}::text[])
      order by assignment.updated_at desc, assignment.id desc
      limit ${max}
    `,
  );
}

const StudentRow = Columns.extend({
  classId: z.uuid().nullable(),
  hasText: z.boolean(),
  handedInAt: z.date().nullable(),
  isLate: z.boolean(),
  marks: z.number().nullable(),
  timestampMicros: z.string(),
});
export type StudentRow = z.infer<typeof StudentRow>;

interface PageOfStudent {
  /** Only work due or changed later; null for all. */
  since: Date | null;
  after: Cursor | null;
  /** Null for all. */
  max: number | null;
  /** Only classes in scope; by default all. */
  scope?: AccessScope;
}

/** A student's assignments that are not withdrawn, latest due or changed first, with their own last hand-in. */
export function listAssignmentsOf(
  db: Database,
  student: Enrolment,
  { since, after, max, scope = FULL_ACCESS }: PageOfStudent,
) {
  return all(
    db,
    StudentRow,
    sql`
      select assignment.id, title, assignment.text <> '' as has_text, file_id, file_name,
        assignment.language_id, due_at, max_marks, updated_at, withdrawn_at, handed_in_at,
        assignment.class_id,
        coalesce(is_late, false) as is_late, marks, ${timestampMicros(sql`until`)} as timestamp_micros
      from ${workOf('assignment', student, since)} work
      join assignments assignment on assignment.id = work_id
      left join hand_ins hand_in
        on hand_in.assignment_id = work_id and hand_in.is_last
          and hand_in.student_id = ${student.rollNumber}
      where withdrawn_at is null
        and ${isThere} and ${workInScope(scope, sql`assignment.class_id`)}
        and ${beforeCursor(sql`until`, sql`work_id`, after)}
      order by until desc, work_id desc
      limit ${max}
    `,
  );
}

/** Reports whether a student has assignments due and changed no later than `until`. */
export async function hasAssignmentsUntil(
  db: Database,
  student: Enrolment,
  until: Date,
): Promise<boolean> {
  const found = await run(
    db,
    sql`
      select 1
      from ${workUntil('assignment', student, until)} work
      join assignments assignment on assignment.id = work_id
      where withdrawn_at is null and ${isThere}
      limit 1
    `,
  );
  return found > 0;
}

/** Marks of a student's hand-ins, last marked first, in assignments they have. */
export function listLastMarks(db: Database, student: Enrolment, max: number) {
  return all(
    db,
    z.object({
      assignmentId: z.uuid(),
      title: z.string(),
      marks: z.number(),
      maxMarks: z.number(),
      comment: z.string(),
    }),
    sql`
      select assignment_id, title, marks, max_marks, comment
      from hand_ins hand_in
      join assignments assignment on assignment.id = assignment_id
      where student_id = ${student.rollNumber} and is_last and marks is not null
        and withdrawn_at is null and ${isThere}
        and exists (
          select 1 from work_audience
          where work_id = assignment_id and kind = 'assignment' and is_current
            and group_name = any(${groupsOf(student)}))
      order by marked_at desc, hand_in.id
      limit ${max}
    `,
  );
}

/** Staff may attach files that they uploaded or that an assignment in scope has. */
export async function mayGiveOut(
  db: Database,
  scope: AccessScope,
  { fileId, ownerId }: { fileId: string; ownerId: string },
): Promise<boolean> {
  if (scope.isUnlimited || ownerId === scope.callerId) return true;
  const found = await run(
    db,
    sql`
      select 1 from assignments
      where file_id = ${fileId} and ${workInScope(scope, sql`class_id`)}
      limit 1
    `,
  );
  return found > 0;
}

/** The files of a student's assignments that are not withdrawn; only one, if it is named. */
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
      from ${workOf('assignment', student, null)} work
      join assignments assignment on assignment.id = work_id
      where file_id is not null and (${fileId}::text is null or file_id = ${fileId})
        and withdrawn_at is null
        and ${isThere}
    `,
  );
  return found.map((row) => row.fileId);
}

const Totals = z.object({ uploaded: z.int(), submitted: z.int(), marked: z.int() });

/** Over all assignments in scope that are not withdrawn. */
export async function countAssignments(db: Database, scope: AccessScope) {
  const { submitted, marked, own } = countsWithin(scope);
  const counted = await first(
    db,
    Totals,
    sql`
      select count(*)::integer as uploaded, coalesce(sum(${submitted}), 0)::integer as submitted,
        coalesce(sum(${marked}), 0)::integer as marked
      from assignments assignment ${own}
      where withdrawn_at is null and ${isThere} and ${isOfOpenClass}
        and ${workInScope(scope, sql`class_id`)}
    `,
  );
  if (!counted) throw new Error('The assignments were not counted.');
  return counted;
}
