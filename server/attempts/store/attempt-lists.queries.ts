import { z } from 'zod';
import { idsInSections, resultsInScope } from '../../classes/classes.reads.ts';
import { type Database, all, first, sql } from '../../platform/postgres/database.ts';
import { Attempt, attemptColumns, SubmittedBy, StoredAnswers } from './attempts.queries.ts';
import { FULL_ACCESS, type AccessScope } from '../../platform/access/access-scope.ts';
import { PaperLayout } from '../../quizzes/quizzes.reads.ts';
import { StoredJudgements, judgementsOf } from './judgements.queries.ts';

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

/** Counts for every started quiz, or for some; limited to the sections in scope. */
export function listAttemptCounts(
  db: Database,
  quizIds: readonly string[] | null = null,
  scope: AccessScope = FULL_ACCESS,
) {
  const isWithin =
    scope.limitedClassIds.length === 0
      ? sql`true`
      : sql`exists (
          select from quizzes
          where unique_id = quiz_id and ${resultsInScope(scope, sql`class_id`, sql`attempts.person_id`)})`;
  return all(
    db,
    z.object({ quizId: z.uuid(), started: z.int(), submitted: z.int() }),
    quizIds === null
      ? sql`
          select quiz_id, count(*)::integer as started, count(submitted_at)::integer as submitted
          from attempts
          where ${isWithin}
          group by quiz_id
        `
      : sql`
          select asked.quiz_id, started.count::integer as started,
            submitted.count::integer as submitted
          from unnest(${quizIds}::uuid[]) as asked (quiz_id)
          -- Each counts in an index alone, whatever part of all attempts these are.
          cross join lateral (
            select count(*) from attempts where quiz_id = asked.quiz_id and ${isWithin}
          ) started
          cross join lateral (
            select count(*) from attempts
            where quiz_id = asked.quiz_id and submitted_at is not null and ${isWithin}
          ) submitted
          where started.count > 0
        `,
  );
}

/** The quizzes that at least one student has started. */
export async function listStarted(db: Database, quizIds: readonly string[]): Promise<Set<string>> {
  const rows = await all(
    db,
    z.object({ quizId: z.uuid() }),
    sql`
      select asked.quiz_id
      from unnest(${quizIds}::uuid[]) as asked (quiz_id)
      where exists (select 1 from attempts where attempts.quiz_id = asked.quiz_id)
    `,
  );
  return new Set(rows.map(({ quizId }) => quizId));
}

/** The scored answers of one quiz. */
export function listSubmittedAnswers(db: Database, quizId: string) {
  return all(
    db,
    z.object({
      personId: z.string(),
      answers: StoredAnswers,
      judgements: StoredJudgements,
      paper: PaperLayout.nullable(),
    }),
    sql`
      select person_id, answers, paper,
        ${judgementsOf(sql`attempts.quiz_id`, sql`attempts.person_id`)} as judgements
      from attempts
      where quiz_id = ${quizId} and score is not null
    `,
  );
}

/** A page of the submitted attempts of a quiz, by roll number. */
export function listAttemptsAfter(
  db: Database,
  quizId: string,
  { after, max }: { after: string; max: number },
) {
  return all(
    db,
    Attempt,
    sql`
      select ${attemptColumns}
      from attempts
      where quiz_id = ${quizId} and submitted_at is not null and person_id > ${after}
      order by person_id
      limit ${max}
    `,
  );
}
