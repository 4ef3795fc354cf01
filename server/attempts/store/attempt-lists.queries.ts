import { z } from 'zod';
import { idsInSections } from '../../classes/classes.reads.ts';
import { type Database, all, first, sql } from '../../platform/postgres/database.ts';
import { SubmittedBy } from './attempts.queries.ts';

const Row = z.object({
  personId: z.string(),
  name: z.string(),
  startedAt: z.date(),
  lastSeenAt: z.date(),
  deadlineAt: z.date(),
  answered: z.int(),
  savedAt: z.date().nullable(),
  /** What its timeline has. */
  focusLosses: z.int(),
  pastes: z.int(),
  addresses: z.int(),
  submittedAt: z.date().nullable(),
  submittedBy: SubmittedBy.nullable(),
  score: z.number().nullable(),
  feedback: z.string().nullable(),
});
export type AttemptOfQuiz = z.infer<typeof Row>;

/** The attempts of one quiz; with `since`, only those that changed later. */
export function listAttemptsOfQuiz(db: Database, quizId: string, since: Date | null = null) {
  return all(
    db,
    Row,
    sql`
      select attempts.person_id, people.name, started_at, last_seen_at, deadline_at, answered,
        saved_at, focus_losses, pastes, addresses, submitted_at, submitted_by, score, feedback
      from attempts
      join people on people.id = attempts.person_id
      cross join lateral (
        select count(*) filter (where step = 'focus-lost')::integer as focus_losses,
          count(*) filter (where step = 'paste')::integer as pastes,
          count(distinct address) filter (where by = attempts.person_id)::integer as addresses
        from attempt_steps
        where attempt_steps.quiz_id = attempts.quiz_id
          and attempt_steps.person_id = attempts.person_id and step <> 'save'
      ) as noticed
      where attempts.quiz_id = ${quizId}
        and (${since}::timestamptz is null or changed_at > ${since})
      order by lower(attempts.person_id)
    `,
  );
}

/** What some students' open pages display. */
export function listStates(db: Database, quizId: string, personIds: readonly string[]) {
  return all(
    db,
    z.object({
      personId: z.string(),
      startedAt: z.date(),
      deadlineAt: z.date(),
      submittedBy: SubmittedBy.nullable(),
      tab: z.string().nullable(),
    }),
    sql`
      select person_id, started_at, deadline_at, submitted_by, tab
      from attempts
      where quiz_id = ${quizId} and person_id = any(${personIds}::text[])
    `,
  );
}

export function listAnnouncements(db: Database, quizId: string, afterId: number) {
  return all(
    db,
    z.object({
      id: z.coerce.number(),
      text: z.string(),
      at: z.date(),
      /** Null for everyone who sits the quiz. */
      hearers: z.array(z.string()).nullable(),
    }),
    sql`
      select id, text, announced_at as at,
        case when for_sections is not null then array(
          ${idsInSections(sql`for_sections`)}) end as hearers
      from announcements
      where quiz_id = ${quizId} and id > ${afterId}
      order by id
    `,
  );
}

/** Locks attempts in progress until the transaction ends, ordered by person to avoid deadlocks. */
export function lockOpenAttempts(db: Database, quizId: string) {
  return all(
    db,
    z.object({ personId: z.string(), startedAt: z.date(), deadlineAt: z.date() }),
    sql`
      select person_id, started_at, deadline_at
      from attempts
      where quiz_id = ${quizId} and submitted_at is null
      order by person_id
      for update
    `,
  );
}

/** Finds a roll number case-insensitively; null if it is not a student's. */
export async function findStudentId(db: Database, rollNumber: string): Promise<string | null> {
  const found = await first(
    db,
    z.object({ id: z.string() }),
    sql`select id from people where lower(id) = lower(${rollNumber}) and role = 0 and not is_guest`,
  );
  return found?.id ?? null;
}

const OfPerson = z.object({
  quizId: z.uuid(),
  startedAt: z.date(),
  deadlineAt: z.date(),
  submittedAt: z.date().nullable(),
  score: z.number().nullable(),
});

export function listAttemptsOfPerson(db: Database, personId: string) {
  return all(
    db,
    OfPerson,
    sql`
      select quiz_id, started_at, deadline_at, submitted_at, score
      from attempts
      where person_id = (select id from people where lower(id) = lower(${personId}))
    `,
  );
}

/** Only these quizzes. */
export function listAttemptsOfPersonAt(db: Database, personId: string, quizIds: readonly string[]) {
  return all(
    db,
    OfPerson,
    sql`
      select quiz_id, started_at, deadline_at, submitted_at, score
      from attempts
      where quiz_id = any(${quizIds}::uuid[])
        and person_id = (select id from people where lower(id) = lower(${personId}))
    `,
  );
}

export async function hasAttempts(db: Database, quizId: string): Promise<boolean> {
  const found = await first(
    db,
    z.object({ exists: z.boolean() }),
    sql`select exists (select 1 from attempts where quiz_id = ${quizId})`,
  );
  return found?.exists ?? false;
}
