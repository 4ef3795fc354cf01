import { z } from 'zod';
import { idsInSections, resultsInScope } from '../classes/classes.reads.ts';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import type { Audience } from '@vlabs/contract/students/audience';
import { classIdOf } from '../platform/access/audience-columns.ts';
import { isLetIn } from '../students/students.reads.ts';
import { isNotHeld } from '../platform/erasure.ts';

/** Replaces erased hand-ins. */
const ERASED_TEXT = 'This was erased by a rule of the campus. Its marks are kept.';

const ErasedHandIn = z.object({ handInId: z.uuid(), assignmentId: z.uuid() });

/**
 * Erases the content, files, comments and test reports of hand-ins whose work ended long enough ago. The fact, time
 * and marks stay. Files that are no longer used are swept.
 */
export function eraseHandIns(db: Database, max: number) {
  return all(
    db,
    ErasedHandIn,
    sql`
      with due as (
        select hand_in.id
        from assignments assignment
        join hand_ins hand_in on assignment_id = assignment.id and erased_at is null
        where end_of_work(class_id, greatest(due_at, handed_in_at)) < goes_before('work')
          and ${isNotHeld(sql`student_id`)}
        limit ${max}
      ), without_files as (
        delete from hand_in_files where hand_in_id in (select id from due)
      ), without_tests as (
        delete from hand_in_tests where hand_in_id in (select id from due)
      )
      update hand_ins
      set kind = 'text', language_id = null, source = null, text = ${ERASED_TEXT}, comment = '',
        erased_at = now()
      where id in (select id from due)
      returning id as hand_in_id, assignment_id
    `,
  );
}

const Row = z.object({
  id: z.string(),
  name: z.string(),
  course: z.string(),
  year: z.string(),
  handInId: z.uuid().nullable(),
  version: z.int().nullable(),
  kind: z.enum(['program', 'text', 'files']).nullable(),
  handedInAt: z.date().nullable(),
  isLate: z.boolean(),
  marks: z.number().nullable(),
  testPoints: z.number().nullable(),
  testMaxPoints: z.number().nullable(),
});
export type HandInListRow = z.infer<typeof Row>;

/** Students of the audience, and former ones who handed in, in scope. */
export function listRows(
  db: Database,
  { id: assignmentId, audience }: { id: string; audience: Audience },
  scope: AccessScope,
) {
  const classId = sql`${classIdOf(audience)}::uuid`;
  return all(
    db,
    Row,
    sql`
      select student.id, student.name, student.course, student.graduation_year as year,
        hand_in.id as hand_in_id, version, kind, handed_in_at, coalesce(is_late, false) as is_late,
        marks, tested.points as test_points, tested.max_points as test_max_points
      from student_records student
      left join hand_ins hand_in
        on hand_in.student_id = student.id and hand_in.is_last
          and hand_in.assignment_id = ${assignmentId}
      left join hand_in_tests tested
        on tested.hand_in_id = hand_in.id and tested.state = 'done'
      where student.id in (
        select student_id
        from hand_ins last
        where last.is_last and last.assignment_id = ${assignmentId}
        union all
        select id from people where ${isLetIn(sql`people.id`, audience)})
        and ${resultsInScope(scope, classId, sql`student.id`)}
      order by lower(student.id)
    `,
  );
}

const Kind = z.enum(['program', 'text', 'files']);

export interface NewHandInRow {
  assignmentId: string;
  studentId: string;
  kind: z.infer<typeof Kind>;
  languageId: number | null;
  source: string | null;
  text: string | null;
  handedInAt: Date;
  isLate: boolean;
}

const Counted = z.object({
  versions: z.int(),
  recent: z.int(),
  /** Seconds until the oldest recent hand-in is no longer recent. */
  secondsLeft: z.coerce.number(),
});

/** A student's hand-ins for one assignment: all, and those of the last minutes. */
export async function countHandInsOf(
  db: Database,
  of: { assignmentId: string; studentId: string; minutes: number },
) {
  const counted = await first(
    db,
    Counted,
    sql`
      with own as (
        select handed_in_at, handed_in_at > now() - make_interval(mins => ${of.minutes}) as is_recent
        from hand_ins
        where assignment_id = ${of.assignmentId} and student_id = ${of.studentId}
      )
      select count(*)::int as versions, (count(*) filter (where is_recent))::int as recent,
        coalesce(ceil(extract(epoch from min(handed_in_at) filter (where is_recent)
          + make_interval(mins => ${of.minutes}) - now())), 0) as seconds_left
      from own
    `,
  );
  if (!counted) throw new Error('The hand-ins were not counted.');
  return counted;
}

const Made = z.object({ handInId: z.uuid(), version: z.int() });

/** The student's next version, which counts from now on. */
export async function insertHandIn(db: Database, handIn: NewHandInRow) {
  const { assignmentId, studentId } = handIn;
  await run(
    db,
    sql`
      update hand_ins set is_last = false
      where assignment_id = ${assignmentId} and student_id = ${studentId} and is_last
    `,
  );
  const made = await first(
    db,
    Made,
    sql`
      insert into hand_ins (assignment_id, student_id, version, is_last, kind, language_id, source,
        text, handed_in_at, is_late)
      select ${assignmentId}, ${studentId}, coalesce(max(version), 0) + 1, true, ${handIn.kind},
        ${handIn.languageId}, ${handIn.source}, ${handIn.text}, ${handIn.handedInAt},
        ${handIn.isLate}
      from hand_ins
      where assignment_id = ${assignmentId} and student_id = ${studentId}
      returning id as hand_in_id, version
    `,
  );
  if (!made) throw new Error('The hand-in was not kept.');
  return made;
}

export function insertHandInFiles(db: Database, handInId: string, fileIds: readonly string[]) {
  return run(
    db,
    sql`
      insert into hand_in_files (hand_in_id, number, file_id)
      select ${handInId}, number, file_id
      from unnest(${fileIds}::text[]) with ordinality as file (file_id, number)
    `,
  );
}

export const Version = z.object({
  handInId: z.uuid(),
  studentId: z.string(),
  version: z.int(),
  kind: Kind,
  languageId: z.int().nullable(),
  fileIds: z.array(z.string()),
  handedInAt: z.date(),
  isLate: z.boolean(),
  marks: z.number().nullable(),
  comment: z.string(),
  markedAt: z.date().nullable(),
  markedBy: z.string().nullable(),
  markVersion: z.int(),
});
export type Version = z.infer<typeof Version>;

/** In the student's order. */
export const fileIds = sql`
  array(
    select file_id from hand_in_files where hand_in_id = hand_in.id order by number
  ) as file_ids
`;

/** From `hand_ins hand_in` and, if marked, `people marker`. */
export const versionColumns = sql`
  hand_in.id as hand_in_id, student_id, version, kind, hand_in.language_id, ${fileIds},
  handed_in_at, is_late, marks, comment, marked_at, marker.name as marked_by, mark_version
`;

const Texts = z.object({ source: z.string().nullable(), text: z.string().nullable() });

/** Beyond this many bytes, texts are not loaded. */
const ShownVersion = Version.extend({ ...Texts.shape, isCut: z.boolean() });
export type ShownVersion = z.infer<typeof ShownVersion>;

/** All versions of a student, newest first, or one of them. */
export function listVersions(
  db: Database,
  wanted: { assignmentId: string; studentId: string; version: number | null; maxBytes: number },
) {
  const { assignmentId, studentId, version, maxBytes } = wanted;
  return all(
    db,
    ShownVersion,
    sql`
      with sized as (
        select id, sum(coalesce(octet_length(source), 0) + coalesce(octet_length(text), 0))
          over (order by version desc) > ${maxBytes}::bigint as is_cut
        from hand_ins
        where assignment_id = ${assignmentId} and student_id = ${studentId}
          and (${version}::integer is null or version = ${version})
      )
      select ${versionColumns}, case when not is_cut then source end as source,
        case when not is_cut then text end as text, is_cut
      from sized
      join hand_ins hand_in on hand_in.id = sized.id
      left join people marker on marker.id = hand_in.marked_by
      order by version desc
    `,
  );
}

/** Read when a hand-in's turn comes in an archive. */
export async function getTexts(db: Database, handInId: string) {
  const found = sql`select source, text from hand_ins where id = ${handInId}`;
  return (await first(db, Texts, found)) ?? { source: null, text: null };
}

/** The counting versions of an assignment, or of some sections, by roll number. */
export function listLastVersions(
  db: Database,
  assignmentId: string,
  sections: readonly string[] | null,
) {
  return all(
    db,
    Version.extend({ name: z.string() }),
    sql`
      select ${versionColumns}, student.name
      from hand_ins hand_in
      join people student on student.id = hand_in.student_id
      left join people marker on marker.id = hand_in.marked_by
      where assignment_id = ${assignmentId} and is_last
        and (${sections}::uuid[] is null or student_id in (
          ${idsInSections(sql`${sections}::uuid[]`)}))
      order by lower(student_id)
    `,
  );
}

/** Reports whether a file belongs to a hand-in in scope. */
export async function isHandedInWithin(
  db: Database,
  scope: AccessScope,
  fileId: string,
): Promise<boolean> {
  const found = await run(
    db,
    sql`
      select 1
      from hand_in_files given
      join hand_ins on hand_ins.id = given.hand_in_id
      join assignments on assignments.id = assignment_id
      where given.file_bucket = 'submissions' and given.file_id = ${fileId}
        and ${resultsInScope(scope, sql`class_id`, sql`student_id`)}
      limit 1
    `,
  );
  return found > 0;
}

const Found = z.object({
  handInId: z.uuid(),
  assignmentId: z.uuid(),
  studentId: z.string(),
  isLast: z.boolean(),
  marks: z.number().nullable(),
  markVersion: z.int(),
});

export function findHandIn(db: Database, handInId: string) {
  return first(
    db,
    Found,
    sql`
      select id as hand_in_id, assignment_id, student_id, is_last, marks, mark_version
      from hand_ins
      where id = ${handInId}
    `,
  );
}

export function updateMark(
  db: Database,
  handInId: string,
  mark: { marks: number | null; comment: string; markedBy: string },
) {
  return run(
    db,
    sql`
      update hand_ins
      set marks = ${mark.marks}, comment = ${mark.comment}, mark_version = mark_version + 1,
        marked_by = case when ${mark.marks}::double precision is not null
          then ${mark.markedBy} end,
        marked_at = case when ${mark.marks}::double precision is not null
          then clock_timestamp() end
      where id = ${handInId}
    `,
  );
}

const Tested = z.object({ handInId: z.uuid(), points: z.number(), maxPoints: z.number() });

/** Counting programs that have been tested and are unmarked. */
export function listTestedWithoutMarks(
  db: Database,
  assignmentId: string,
  {
    includesLate,
    scope,
    exceptOf,
  }: { includesLate: boolean; scope: AccessScope; exceptOf: string },
) {
  return all(
    db,
    Tested,
    sql`
      select hand_ins.id as hand_in_id, points, max_points
      from hand_ins
      join assignments on assignments.id = assignment_id
      join hand_in_tests on hand_in_id = hand_ins.id and state = 'done' and max_points > 0
      where assignment_id = ${assignmentId} and is_last and marks is null
        and (${includesLate} or not is_late) and student_id <> ${exceptOf}
        and ${resultsInScope(scope, sql`class_id`, sql`student_id`)}
    `,
  );
}

/** Comments stay. */
export function updateMarks(
  db: Database,
  given: readonly { handInId: string; marks: number }[],
  markedBy: string,
) {
  return run(
    db,
    sql`
      update hand_ins
      set marks = given.marks, marked_by = ${markedBy}, marked_at = clock_timestamp(),
        mark_version = mark_version + 1
      from unnest(${given.map(({ handInId }) => handInId)}::uuid[],
        ${given.map(({ marks }) => marks)}::double precision[]) as given (hand_in_id, marks)
      where id = given.hand_in_id
    `,
  );
}

/** The name of a listed student, ignoring case; null for anyone else. */
export function findStudentName(db: Database, studentId: string) {
  return first(
    db,
    z.object({ id: z.string(), name: z.string() }),
    sql`select id, name from student_records where lower(id) = lower(${studentId})`,
  );
}
