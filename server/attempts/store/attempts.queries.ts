import { z } from 'zod';
import { type Database, all, first, prepared, run, sql } from '../../platform/postgres/database.ts';
import type { Origin } from '../../platform/connections/arrival.ts';
import { PaperLayout } from '../../quizzes/quizzes.reads.ts';
import { KeptShares } from '../rules/earnings.ts';
import { type Answers, canonicalAnswers } from '../rules/answers.ts';

export interface NewStep extends AttemptKey, Origin {
  at: Date;
  step: string;
  /** A roll number, or `server`. */
  by: string;
  details: Record<string, unknown>;
}

/** Appends to timelines. The database refuses changes and deletions. */
export function insertSteps(db: Database, steps: readonly NewStep[]) {
  return run(
    db,
    sql`
      insert into attempt_steps (quiz_id, person_id, at, step, by, address, browser, details)
      select "quizId", "personId", at, step, by, address, browser, details
      from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as line ("quizId" uuid,
        "personId" text, at timestamptz, step text, by text, address text, browser text,
        details jsonb)
    `,
  );
}

/** How often each question of an attempt was marked by hand. */
export async function countHandMarks(
  db: Database,
  { quizId, personId }: AttemptKey,
): Promise<Map<number, number>> {
  const counted = await all(
    db,
    z.object({ question: z.int(), count: z.int() }),
    sql`
      select (details ->> 'question')::integer as question, count(*)::integer as count
      from attempt_steps
      where quiz_id = ${quizId} and person_id = ${personId} and step = 'hand-mark'
      group by 1
    `,
  );
  return new Map(counted.map(({ question, count }) => [question, count]));
}

/** Per attempt; saving every three seconds for eight hours stays below it. */
export const MAX_SAVE_LINES = 10_000;
/** Lines that pages cause themselves, per attempt. */
const MAX_PAGE_LINES = 500;

/**
 * Appends lines caused by the student's page up to a limit; one last line says that later ones are dropped. Returns
 * the number of lines added.
 */
export async function insertPageSteps(
  db: Database,
  { quizId, personId }: AttemptKey,
  steps: readonly NewStep[],
  now: Date,
): Promise<number> {
  const kept = await run(
    db,
    sql`
      with before as (
        select page_lines
        from attempts
        where quiz_id = ${quizId} and person_id = ${personId}
        for no key update
      ), counted as (
        update attempts
        set page_lines = least(before.page_lines + ${steps.length}::int, ${MAX_PAGE_LINES + 1}::int),
          changed_at = greatest(changed_at, ${now})
        from before
        where quiz_id = ${quizId} and person_id = ${personId}
      ), lines as (
        select *
        from jsonb_to_recordset(${JSON.stringify(numbered(steps))}::jsonb) as line ("place" int,
          at timestamptz, step text, by text, address text, browser text, details jsonb)
      ), told as (
        insert into attempt_steps (quiz_id, person_id, at, step, by, address, browser)
        select ${quizId}, ${personId}, at, 'left-out', by, address, browser
        from lines, before
        where page_lines + place = ${MAX_PAGE_LINES + 1}
      )
      insert into attempt_steps (quiz_id, person_id, at, step, by, address, browser, details)
      select ${quizId}, ${personId}, at, step, by, address, browser, details
      from lines, before
      where page_lines + place <= ${MAX_PAGE_LINES}
      order by place
    `,
  );
  return kept;
}

const numbered = (steps: readonly NewStep[]) =>
  steps.map((step, index) => ({ ...step, place: index + 1 }));

export function listSteps(db: Database, { quizId, personId }: AttemptKey) {
  return all(
    db,
    z.object({
      at: z.date(),
      step: z.string(),
      by: z.string(),
      address: z.string().nullable(),
      browser: z.string().nullable(),
      details: z.record(z.string(), z.unknown()),
    }),
    sql`
      select at, step, by, address, browser, details
      from attempt_steps
      where quiz_id = ${quizId} and person_id = ${personId}
      order by at, id
    `,
  );
}

/** The job that submits an attempt whose student did not. */
export const DUE_JOB = 'submit-due-attempt';

/** In canonical JSON form. */
export const StoredAnswers = z
  .string()
  .transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text)));
export const SubmittedBy = z.enum(['student', 'server', 'admin']);
export type SubmittedBy = z.infer<typeof SubmittedBy>;

export const Attempt = z.object({
  quizId: z.uuid(),
  personId: z.string(),
  startedAt: z.date(),
  deadlineAt: z.date(),
  answers: StoredAnswers,
  /** The number of answered questions. */
  answered: z.int(),
  sequence: z.coerce.number(),
  savedAt: z.date().nullable(),
  tab: z.string().nullable(),
  submittedAt: z.date().nullable(),
  submittedBy: SubmittedBy.nullable(),
  score: z.number().nullable(),
  receiptSha256: z.string().nullable(),
  feedback: z.string().nullable(),
  /** Stored for erased people, whose order no longer follows from the roll number. */
  paper: PaperLayout.nullable(),
  keptShares: KeptShares,
});
export type Attempt = z.infer<typeof Attempt>;

/** The columns of an `Attempt`. */
export const attemptColumns = sql`
  quiz_id, person_id, started_at, deadline_at, answers, answered, sequence, saved_at, tab, submitted_at,
  submitted_by, score, receipt_sha256, feedback, paper, kept_shares
`;

/** The key of an attempt. */
export interface AttemptKey {
  quizId: string;
  personId: string;
}

/** The existing attempts of some students at one quiz. */
export function listAttemptsOf(db: Database, quizId: string, personIds: readonly string[]) {
  return all(
    db,
    Attempt,
    prepared(
      'list-attempts-of',
      sql`
        select ${attemptColumns}
        from attempts
        where quiz_id = ${quizId} and person_id = any(${personIds}::text[])
      `,
    ),
  );
}

export function findAttempt(db: Database, { quizId, personId }: AttemptKey) {
  return first(
    db,
    Attempt,
    prepared(
      'find-attempt',
      sql`
        select ${attemptColumns}
        from attempts
        where quiz_id = ${quizId} and person_id = ${personId}
      `,
    ),
  );
}

/** Locks an attempt until the transaction ends. */
export function lockAttempt(db: Database, { quizId, personId }: AttemptKey) {
  return first(
    db,
    Attempt,
    sql`
      select ${attemptColumns}
      from attempts
      where quiz_id = ${quizId} and person_id = ${personId}
      for update
    `,
  );
}

/** Adds the job for a moved deadline. */
export async function insertDueJob(db: Database, key: AttemptKey, dueAt: Date): Promise<void> {
  await run(
    db,
    sql`
      select graphile_worker.add_job(
        ${DUE_JOB},
        ${JSON.stringify({ quizId: key.quizId, personId: key.personId })}::json,
        run_at => ${dueAt}::timestamptz,
        job_key => ${jobKeyOf(key)},
        flags => array[${DUE_JOB}]
      )
    `,
  );
}

export const jobKeyOf = ({ quizId, personId }: AttemptKey) => `attempt ${quizId} ${personId}`;

/** Updates the answers of an attempt that this transaction has locked. */
export async function updateLockedAnswers(
  db: Database,
  { quizId, personId }: AttemptKey,
  save: { sequence: number; answers: Answers; answered: number; savedAt: Date },
): Promise<number> {
  const { sequence, answers, answered, savedAt } = save;
  const updated = await first(
    db,
    z.object({ saveLines: z.int() }),
    sql`
      update attempts
      set answers = ${canonicalAnswers(answers)}, answered = ${answered},
        sequence = ${sequence}, saved_at = ${savedAt}, last_seen_at = ${savedAt},
        changed_at = ${savedAt}, save_lines = save_lines + 1
      where quiz_id = ${quizId} and person_id = ${personId}
      returning save_lines
    `,
  );
  if (!updated) throw new Error('The attempt to be saved is gone.');
  return updated.saveLines;
}

/** From now on only another page of the student may save. */
export function updateTab(db: Database, { quizId, personId }: AttemptKey, tab: string, now: Date) {
  return run(
    db,
    sql`
      update attempts
      set tab = ${tab}, last_seen_at = ${now}, changed_at = ${now}
      where quiz_id = ${quizId} and person_id = ${personId}
    `,
  );
}

/** Reopens a submitted attempt with its answers. */
export function updateReopened(
  db: Database,
  { quizId, personId }: AttemptKey,
  { deadlineAt, now }: { deadlineAt: Date; now: Date },
) {
  return run(
    db,
    sql`
      update attempts
      set submitted_at = null, submitted_by = null, score = null, receipt_sha256 = null,
        tab = null, deadline_at = ${deadlineAt}, changed_at = ${now}
      where quiz_id = ${quizId} and person_id = ${personId}
    `,
  );
}

/** Moves the deadlines of attempts in progress. */
export function updateDeadlines(
  db: Database,
  quizId: string,
  deadlines: readonly { personId: string; deadlineAt: Date }[],
  now: Date,
) {
  return run(
    db,
    sql`
      update attempts
      set deadline_at = moved."deadlineAt", changed_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(deadlines)}::jsonb)
        as moved ("personId" text, "deadlineAt" timestamptz)
      where attempts.quiz_id = ${quizId} and attempts.person_id = moved."personId"
        and attempts.submitted_at is null
    `,
  );
}

export function updateFeedback(db: Database, { quizId, personId }: AttemptKey, feedback: string) {
  return run(
    db,
    sql`
      update attempts
      set feedback = ${feedback}, changed_at = clock_timestamp()
      where quiz_id = ${quizId} and person_id = ${personId} and submitted_at is not null
    `,
  );
}

/** Updates students whose pages are open. Skips rows that are locked. */
export function updateLastSeen(
  db: Database,
  quizId: string,
  personIds: readonly string[],
  now: Date,
) {
  return run(
    db,
    sql`
      with free as (
        select person_id
        from attempts
        where quiz_id = ${quizId} and person_id = any(${personIds}::text[])
          and submitted_at is null
        for no key update skip locked
      )
      update attempts
      set last_seen_at = ${now}, changed_at = ${now}
      from free
      where attempts.quiz_id = ${quizId} and attempts.person_id = free.person_id
    `,
  );
}
