import { z } from 'zod';
import { type Database, all, prepared, run, sql } from '../../platform/postgres/database.ts';
import type { Origin } from '../../platform/connections/arrival.ts';
import { Attempt, type AttemptKey, type SubmittedBy, attemptColumns } from './attempts.queries.ts';
import { deleteFaults, insertJudgeJobs } from './judgements.queries.ts';
import type { Graded } from '../rules/grading.ts';
import { type Answers, canonicalAnswers } from '../rules/answers.ts';
import { Language } from '@vlabs/contract/runs/languages';

/** Per attempt, in bytes; what was typed later is not recorded. A program of 64 KB is typed many times within it. */
const MAX_WRITING_BYTES = 4 * 1_048_576;

/** A saved change of a program, or its whole text. */
export interface NewWriting extends AttemptKey {
  number: number;
  at: Date;
  language: Language;
  /** Null for a whole text. */
  from: number | null;
  removed: number | null;
  added: string;
}

/** Records changes unless the attempt has reached its limit, in the transaction that saves them. */
export async function insertWriting(db: Database, writing: readonly NewWriting[]): Promise<void> {
  if (writing.length === 0) return;
  const rows = writing.map((one, place) => ({
    ...one,
    place,
    bytes: Buffer.byteLength(one.added),
  }));
  await run(
    db,
    sql`
      with arrived as (
        select *
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as arrived ("quizId" uuid,
          "personId" text, number integer, at timestamptz, language text, "from" integer,
          removed integer, added text, place integer, bytes integer)
      ), counted as (
        update attempts
        set writing_bytes = writing_bytes + size.bytes
        from (
          select "quizId", "personId", sum(bytes + 50)::integer as bytes
          from arrived group by "quizId", "personId"
        ) size
        where attempts.quiz_id = size."quizId" and attempts.person_id = size."personId"
          and writing_bytes < ${MAX_WRITING_BYTES}
        returning attempts.quiz_id, attempts.person_id
      )
      insert into writing (quiz_id, person_id, number, at, language, from_character, removed, added)
      select "quizId", "personId", number, at, language, "from", removed, added
      from arrived
      where ("quizId", "personId") in (select quiz_id, person_id from counted)
      order by place
    `,
  );
}

const Written = z.object({
  at: z.date(),
  language: Language,
  from: z.int().nullable(),
  removed: z.int().nullable(),
  added: z.string(),
});

/** How one program was typed, oldest first. */
export function listWriting(db: Database, { quizId, personId }: AttemptKey, number: number) {
  return all(
    db,
    Written,
    sql`
      select at, language, from_character as "from", removed, added
      from writing
      where quiz_id = ${quizId} and person_id = ${personId} and number = ${number}
      order by id
    `,
  );
}

/** The decided end of an attempt. */
export interface Submission extends AttemptKey {
  answers: Answers;
  /** The number of answered questions. */
  answered: number;
  /** Null while a program waits to be judged. */
  score: number | null;
  /** The programs that count. */
  texts: Graded['texts'];
  sha256: string;
  submittedAt: Date;
  submittedBy: SubmittedBy;
}

export interface ArrivedSubmission extends Submission, Origin {
  tab: string | null;
  /** Of the key it was graded with. */
  keyVersion: number;
}

/**
 * Submits attempts in progress with their lines in one statement. Each attempt may occur once. Returns the submitted
 * ones; the others (not in progress, key corrected meanwhile, or locked) are decided individually.
 */
export function updateSubmittedInTime(
  db: Database,
  submissions: readonly ArrivedSubmission[],
  graceMs: number,
) {
  return all(
    db,
    z.object({ quizId: z.uuid(), personId: z.string() }),
    prepared(
      'update-submitted-in-time',
      sql`
        with arrived as (
          select "quizId" as quiz_id, "personId" as person_id, answers, answered, score, sha256,
            "submittedAt" as submitted_at, "submittedBy" as submitted_by, tab, address, browser,
            "keyVersion" as key_version
          from jsonb_to_recordset(${JSON.stringify(submissions.map(asRow))}::jsonb) as arrived (
            "quizId" uuid, "personId" text, answers text, answered integer, score double precision,
            sha256 text, "submittedAt" timestamptz, "submittedBy" text, tab text, address text,
            browser text, "keyVersion" integer)
        ), free as (
          select attempts.quiz_id, attempts.person_id
          from attempts
          join arrived on arrived.quiz_id = attempts.quiz_id
            and arrived.person_id = attempts.person_id
          where attempts.submitted_at is null
          for no key update of attempts skip locked
        ), submitted as (
          update attempts
          set answers = arrived.answers, answered = arrived.answered, score = arrived.score,
            receipt_sha256 = arrived.sha256, submitted_at = arrived.submitted_at,
            submitted_by = arrived.submitted_by, last_seen_at = arrived.submitted_at,
            changed_at = arrived.submitted_at,
            scored_at = coalesce(scored_at,
              case when arrived.score is not null then arrived.submitted_at end)
          from arrived
          join free on free.quiz_id = arrived.quiz_id and free.person_id = arrived.person_id
          where attempts.quiz_id = arrived.quiz_id and attempts.person_id = arrived.person_id
            and attempts.submitted_at is null
            and attempts.key_version = arrived.key_version and attempts.kept_shares = '{}'
            and attempts.deadline_at + make_interval(secs => ${graceMs / 1000})
              >= arrived.submitted_at
            and (arrived.tab is null or attempts.tab is null or attempts.tab = arrived.tab)
          returning attempts.quiz_id, attempts.person_id
        ), lines as (
          insert into attempt_steps (quiz_id, person_id, at, step, by, address, browser, details)
          select quiz_id, person_id, submitted_at, 'submit', person_id, address, browser,
            jsonb_build_object('answered', answered, 'sha256', sha256)
          from arrived
          where (quiz_id, person_id) in (select quiz_id, person_id from submitted)
        )
        select quiz_id, person_id from submitted
      `,
    ),
  );
}

/** Submits attempts that this transaction has locked, and has their programs judged. */
export async function updateSubmitted(
  db: Database,
  submissions: readonly Submission[],
  now: Date,
): Promise<void> {
  await run(
    db,
    sql`
      update attempts
      set answers = submitted.answers, answered = submitted.answered, score = submitted.score,
        receipt_sha256 = submitted.sha256, submitted_at = submitted."submittedAt",
        submitted_by = submitted."submittedBy", changed_at = ${now},
        scored_at = coalesce(scored_at, case when submitted.score is not null then ${now}::timestamptz end)
      from jsonb_to_recordset(${JSON.stringify(submissions.map(asRow))}::jsonb) as submitted ("quizId" uuid,
        "personId" text, answers text, answered integer, score double precision, sha256 text,
        "submittedAt" timestamptz, "submittedBy" text)
      where attempts.quiz_id = submitted."quizId" and attempts.person_id = submitted."personId"
    `,
  );
  const toJudge = submissions.filter(({ score }) => score === null);
  await deleteFaults(db, toJudge);
  await insertJudgeJobs(db, toJudge);
  await insertWriting(db, submissions.flatMap(wholeTexts));
}

function asRow<Kept extends Submission>({ answers, texts: _texts, ...submission }: Kept) {
  return {
    ...submission,
    answers: canonicalAnswers(answers),
  };
}

/** The submitted programs, for those who look at how they were typed. */
export const wholeTexts = ({ quizId, personId, submittedAt, texts }: Submission): NewWriting[] =>
  texts.map(({ number, language, text }) => ({
    quizId,
    personId,
    number,
    language,
    at: submittedAt,
    from: null,
    removed: null,
    added: text,
  }));

/** Locks attempts past D + G; skips those that another server handles. */
export function lockDueAttempts(
  db: Database,
  { now, graceMs, max }: { now: Date; graceMs: number; max: number },
) {
  return all(
    db,
    Attempt,
    sql`
      select ${attemptColumns}
      from attempts
      where submitted_at is null
        and deadline_at < ${now}::timestamptz - make_interval(secs => ${graceMs / 1000})
      order by deadline_at
      limit ${max}
      for update skip locked
    `,
  );
}
