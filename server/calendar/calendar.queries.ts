import type { Enrolment } from '@vlabs/contract/students/audience';
import { z } from 'zod';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';
import { groupsOf, workOf } from '../students/students.reads.ts';
import { demoIsOpen } from '../auth/auth.reads.ts';

const CreatedAt = z.object({ createdAt: z.date() });

export function findLink(db: Database, personId: string) {
  return first(
    db,
    CreatedAt,
    sql`select created_at from calendar_links where person_id = ${personId}`,
  );
}

/** Replaces any previous link. */
export async function replaceLink(db: Database, personId: string, tokenHash: Buffer) {
  const made = await first(
    db,
    CreatedAt,
    sql`
      insert into calendar_links (person_id, token_hash)
      values (${personId}, ${tokenHash})
      on conflict (person_id) do update
        set token_hash = excluded.token_hash, created_at = excluded.created_at
      returning created_at
    `,
  );
  if (!made) throw new Error('The calendar link was not kept.');
  return made;
}

export function deleteLink(db: Database, personId: string) {
  return run(db, sql`delete from calendar_links where person_id = ${personId}`);
}

/** The owner of a token; null if their account is disabled. */
export function findOwner(db: Database, tokenHash: Buffer) {
  return first(
    db,
    z.object({ rollNumber: z.string() }),
    sql`
      select student.id as roll_number
      from calendar_links link
      join student_records student on student.id = link.person_id
      where link.token_hash = ${tokenHash} and student.disabled_at is null
    `,
  );
}

const Entry = z.object({
  id: z.uuid(),
  title: z.string(),
  modifiedAt: z.date(),
  sequence: z.int(),
  isCancelled: z.boolean(),
});
export type Entry = z.infer<typeof Entry>;

const Test = Entry.extend({
  subjectId: z.string(),
  className: z.string(),
  totalQuestions: z.int(),
  timeLimitSeconds: z.int(),
  startsAt: z.date(),
  endsAt: z.date(),
});
export type TestEntry = z.infer<typeof Test>;

/** A student's published quizzes that ended after `since`, without extensions. */
export function listTests(db: Database, student: Enrolment, since: Date) {
  return all(
    db,
    Test,
    sql`
      select unique_id as id, coalesce(nullif(topic, ''), subject_id) as title,
        subject_id, class_name, total_questions,
        time_limit_seconds, starts_at, ends_at,
        false as is_cancelled,
        greatest(changed_at, (select max(at) from work_changes change where change.work_id = unique_id),
          (select max(granted_at) from extensions where quiz_id = unique_id)) as modified_at,
        greatest(0, (select count(*) from work_changes change where change.work_id = unique_id) - 1)::integer
          + (select count(*) from extensions where quiz_id = unique_id)::integer as sequence
      from ${workOf('quiz', student, since)} work
      join quizzes on unique_id = work_id
      where status = 'published' and ends_at > ${since}
      order by starts_at, unique_id
    `,
  );
}

const WithdrawnTest = Entry.extend({ startsAt: z.date(), endsAt: z.date() });

/** Quizzes that a student no longer has, as they were. */
export function listWithdrawnTests(db: Database, student: Enrolment, since: Date) {
  return all(
    db,
    WithdrawnTest,
    sql`
      select work_id as id, title, starts_at, ends_at,
        true as is_cancelled, at as modified_at,
        (select count(*) - 1 from work_changes other where other.work_id = last.work_id)::integer
          + (select count(*) from extensions where quiz_id = last.work_id)::integer as sequence
      from (
        select distinct work_id as own_id
        from work_audience
        where group_name = any(${groupsOf(student)}) and kind = 'quiz' and until > ${since}
      ) own
      -- Work by work, whatever the planner thinks of how much changes.
      cross join lateral (
        select *
        from work_changes
        where work_id = own_id and change = 'withdrawn' and at > ${since}
          and groups && ${groupsOf(student)}
        offset 0
      ) last
      where not exists (
        select 1 from work_changes later where later.work_id = last.work_id and later.id > last.id)
      order by starts_at, work_id
    `,
  );
}

const DueTime = Entry.extend({ dueAt: z.date(), maxMarks: z.number() });
export type DueTimeEntry = z.infer<typeof DueTime>;

/** A student's assignments due after `since`, including those that were withdrawn from them. */
export function listDueTimes(db: Database, student: Enrolment, since: Date) {
  return all(
    db,
    DueTime,
    sql`
      select id, title, due_at, max_marks,
        withdrawn_at is not null as is_cancelled,
        greatest(updated_at, withdrawn_at,
          (select max(at) from work_changes change where change.work_id = assignment.id)) as modified_at,
        greatest(0, (select count(*) from work_changes change where change.work_id = assignment.id) - 1)::integer
          as sequence
      from ${workOf('assignment', student, since)} work
      join assignments assignment on assignment.id = work_id
      where due_at > ${since} and shown_from is null
        and (withdrawn_at is null
          or exists (select from work_changes change where change.work_id = assignment.id))
        and (not is_demo or ${demoIsOpen})
      order by due_at, id
    `,
  );
}
