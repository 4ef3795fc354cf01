import type { Enrolment } from '@vlabs/contract/students/audience';
import { z } from 'zod';
import { idsInSections } from '../classes/classes.reads.ts';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';
import { groupsOf, workOf } from '../students/students.reads.ts';
import { demoIsOpen } from '../auth/auth.reads.ts';
import { type Erased, someOf } from '../platform/erasure.ts';
import { PAGE_OF_ROWS } from '../platform/lists/pages-of-rows.ts';

const OwnRead = z.object({ notice: z.string(), readAt: z.date() });
type OwnRead = z.infer<typeof OwnRead>;

/** A page of a person's read marks after one, by notice name. */
export function listOwnReads(db: Database, personId: string, after: OwnRead | null) {
  return all(
    db,
    OwnRead,
    sql`
      select notice, read_at
      from notice_reads
      where person_id = ${personId} and notice > ${after?.notice ?? ''}
      order by notice
      limit ${PAGE_OF_ROWS.rows}
    `,
  );
}

const WorkChange = z.object({
  id: z.coerce.number(),
  kind: z.enum(['quiz', 'assignment']),
  workId: z.uuid(),
  change: z.enum(['opened', 'times', 'withdrawn']),
  at: z.date(),
  /** The current title, or the one at withdrawal. */
  title: z.string(),
  startsAt: z.date().nullable(),
  endsAt: z.date().nullable(),
  wasStartsAt: z.date().nullable(),
  wasEndsAt: z.date().nullable(),
  /** The student sees the quiz or assignment now. */
  isOpen: z.boolean(),
});
export type WorkChange = z.infer<typeof WorkChange>;

/** The demo's work exists only while the demo is open. */
const isThere = sql`
  (not assignment.is_demo or ${demoIsOpen})
`;

/** Changes that concerned a student when they were made, in order. */
export function listChanges(db: Database, student: Enrolment, since: Date) {
  return all(
    db,
    WorkChange,
    sql`
      with work as (
        select work_id, bool_or(is_current) as is_current
        from work_audience
        where group_name = any(${groupsOf(student)}) and kind in ('quiz', 'assignment')
          and until > ${since}
        group by work_id
      )
      select change.id, kind, change.work_id, change, at,
        coalesce(nullif(quiz.topic, ''), quiz.subject_id, assignment.title, change.title) as title,
        change.starts_at, change.ends_at, was_starts_at, was_ends_at,
        quiz.unique_id is not null or assignment.id is not null as is_open
      from work
      -- Work by work, whatever the planner thinks of how much changes.
      cross join lateral (
        select *
        from work_changes
        where work_changes.work_id = work.work_id and at > ${since}
          and groups && ${groupsOf(student)}
        offset 0
      ) change
      left join lateral (
        select unique_id, topic, subject_id
        from quizzes
        where kind = 'quiz' and unique_id = work.work_id and status = 'published' and is_current
        offset 0
      ) quiz on true
      left join assignments assignment
        on kind = 'assignment' and assignment.id = work.work_id and withdrawn_at is null
          and is_current and ${isThere}
      order by change.id
    `,
  );
}

const AnnouncementRow = z.object({
  id: z.coerce.number(),
  workId: z.uuid(),
  title: z.string(),
  at: z.date(),
});

/** For started quizzes only: announcements may be about questions. */
export function listAnnouncementsTo(db: Database, personId: string, since: Date) {
  return all(
    db,
    AnnouncementRow.extend({ text: z.string() }),
    sql`
      select announcement.id, attempts.quiz_id as work_id,
        coalesce(nullif(topic, ''), subject_id) as title, announced_at as at, text
      from attempts
      cross join lateral (
        select id, announced_at, text
        from announcements
        where quiz_id = attempts.quiz_id and announced_at > ${since}
          and (for_sections is null
            or attempts.person_id in (${idsInSections(sql`for_sections`)}))
        offset 0
      ) announcement
      cross join lateral (
        select topic, subject_id from quizzes where unique_id = attempts.quiz_id offset 0
      ) quiz
      where attempts.person_id = ${personId}
    `,
  );
}

/** Extra time for a student or a group of theirs, in their quizzes. */
export function listExtraTimes(db: Database, student: Enrolment, targets: string[], since: Date) {
  return all(
    db,
    AnnouncementRow,
    sql`
      select extension.id, work.work_id, coalesce(nullif(topic, ''), subject_id) as title,
        granted_at as at
      from ${workOf('quiz', student, since)} work
      join quizzes on unique_id = work_id
      cross join lateral (
        select id, granted_at
        from extensions
        where quiz_id = work.work_id and granted_at > ${since}
          and target = any(${targets}::text[])
        offset 0
      ) extension
      where status = 'published' and ends_at > ${since}
    `,
  );
}

/** Marks of last hand-ins, in assignments that the student sees. */
export function listMarks(db: Database, student: Enrolment, since: Date) {
  return all(
    db,
    z.object({
      handInId: z.uuid(),
      workId: z.uuid(),
      title: z.string(),
      at: z.date(),
      comment: z.string(),
      marks: z.number(),
      maxMarks: z.number(),
    }),
    sql`
      select hand_in.id as hand_in_id, assignment_id as work_id, title, marked_at as at, comment,
        marks, max_marks
      -- Few are marked so late, of all the student's work.
      from (
        select * from hand_ins
        where student_id = ${student.rollNumber} and is_last and marked_at > ${since}
        offset 0
      ) hand_in
      join assignments assignment on assignment.id = assignment_id
      where withdrawn_at is null
        and (
          select true from work_audience
          where work_id = assignment_id and group_name = any(${groupsOf(student)}) and is_current
          limit 1)
        and ${isThere}
    `,
  );
}

/** The upcoming erasure of the student, while they can object. */
export function findOwnErasure(db: Database, personId: string) {
  return first(
    db,
    z.object({ announcedAt: z.date(), dueAt: z.date() }),
    sql`select announced_at, due_at from erasures where person_id = ${personId}`,
  );
}

export async function listReadNames(db: Database, personId: string): Promise<Set<string>> {
  const rows = await all(
    db,
    z.object({ notice: z.string() }),
    sql`select notice from notice_reads where person_id = ${personId}`,
  );
  return new Set(rows.map(({ notice }) => notice));
}

export function insertReads(db: Database, personId: string, names: readonly string[]) {
  return run(
    db,
    sql`
      insert into notice_reads (person_id, notice)
      select ${personId}, notice from unnest(${names}::text[]) as notice
      on conflict do nothing
    `,
  );
}

/** Deletes read marks of notices that are no longer listed. */
export function deleteOldReads(db: Database, personId: string, before: Date) {
  return run(
    db,
    sql`delete from notice_reads where person_id = ${personId} and read_at < ${before}`,
  );
}

/** What the person has read, and work that names them. Runs after the audiences have changed. */
export async function eraseInNotices(
  db: Database,
  { personId }: Erased,
  max: number,
): Promise<number> {
  const group = `person ${personId.toLowerCase()}`;
  const read = await run(
    db,
    sql`delete from notice_reads where ${someOf(sql`from notice_reads where person_id = ${personId}`, max)}`,
  );
  // Groups of a class are prefixed with it.
  const audience = await run(
    db,
    sql`
      delete from work_audience
      where ${someOf(
        sql`
          from work_audience
          where group_name = ${group}
            or group_name = any(array(select 'class ' || id || ' ' || ${group} from classes))
        `,
        max,
      )}
    `,
  );
  const digest = await run(db, sql`delete from digests where person_id = ${personId}`);
  return read + audience + digest;
}
