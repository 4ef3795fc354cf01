import { z } from 'zod';
import { type Database, all, prepared, sql, run } from '../../platform/postgres/database.ts';
import type { Origin } from '../../platform/connections/arrival.ts';
import type { PaperQuestion, Quiz } from '../../quizzes/quizzes.reads.ts';
import {
  type AttemptKey,
  StoredAnswers,
  DUE_JOB,
  jobKeyOf,
  MAX_SAVE_LINES,
} from '../store/attempts.queries.ts';
import { type Answers, canonicalAnswers } from '../rules/answers.ts';

/** Answers as received, with their origin. */
export interface ArrivedSave extends AttemptKey, Origin {
  sequence: number;
  answers: Answers;
  /** The number of answered questions. */
  answered: number;
  /** The questions of the paper that are programs. */
  programs: readonly PaperQuestion[];
  tab: string | null;
  arrivedAtMs: number;
}

const SavedDeadline = z.object({
  quizId: z.uuid(),
  personId: z.string(),
  deadlineAt: z.date(),
  /** The answers before, of attempts with programs. */
  before: StoredAnswers.nullable(),
});

/**
 * Saves newer answers of attempts in progress, with their timeline lines, in one statement. Each attempt may occur
 * once. Returns the saved ones; saves that are not simply newer, and locked attempts, are decided individually.
 */
export function updateAnswers(
  db: Database,
  saves: readonly ArrivedSave[],
  { savedAt, graceMs }: { savedAt: Date; graceMs: number },
) {
  const rows = saves.map(({ answers, arrivedAtMs, programs, ...save }) => ({
    ...save,
    answers: canonicalAnswers(answers),
    arrivedAt: new Date(arrivedAtMs),
    hasPrograms: programs.length > 0,
  }));
  return all(
    db,
    SavedDeadline,
    prepared(
      'update-answers',
      sql`
        with arrived as (
          select "quizId" as quiz_id, "personId" as person_id, answers, answered, sequence, tab,
            "arrivedAt" as arrived_at, address, browser, "hasPrograms" as has_programs
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as arrived ("quizId" uuid,
            "personId" text, answers text, answered integer, sequence bigint, tab text,
            "arrivedAt" timestamptz, address text, browser text, "hasPrograms" boolean)
        ), free as (
          select attempts.quiz_id, attempts.person_id,
            case when has_programs then attempts.answers end as before
          from attempts
          join arrived on arrived.quiz_id = attempts.quiz_id
            and arrived.person_id = attempts.person_id
          where attempts.submitted_at is null
          for no key update of attempts skip locked
        ), saved as (
          update attempts
          set answers = arrived.answers, answered = arrived.answered, sequence = arrived.sequence,
            saved_at = ${savedAt}, last_seen_at = ${savedAt}, changed_at = ${savedAt},
            tab = coalesce(arrived.tab, attempts.tab), save_lines = attempts.save_lines + 1
          from arrived
          join free on free.quiz_id = arrived.quiz_id and free.person_id = arrived.person_id
          where attempts.quiz_id = arrived.quiz_id and attempts.person_id = arrived.person_id
            and attempts.submitted_at is null and attempts.sequence < arrived.sequence
            and attempts.deadline_at + make_interval(secs => ${graceMs / 1000})
              >= arrived.arrived_at
            and (arrived.tab is null or attempts.tab is null or attempts.tab = arrived.tab)
          returning attempts.quiz_id, attempts.person_id, attempts.deadline_at, attempts.save_lines
        ), lines as (
          insert into attempt_steps (quiz_id, person_id, at, step, by, address, browser, details)
          select quiz_id, person_id, arrived_at,
            case when save_lines > ${MAX_SAVE_LINES} then 'left-out' else 'save' end, person_id,
            address, browser, jsonb_build_object('sequence', sequence, 'answered', answered)
          from arrived
          join saved using (quiz_id, person_id)
          where save_lines <= ${MAX_SAVE_LINES + 1}
        )
        select quiz_id, person_id, deadline_at, before
        from saved
        join free using (quiz_id, person_id)
      `,
    ),
  );
}

export interface NewAttempt extends Origin {
  personId: string;
  startedAt: Date;
  deadlineAt: Date;
  tab: string | null;
}

/** Adds attempts with their first lines; returns the new ones. */
export async function insertAttempts(
  db: Database,
  { uniqueId: quizId, keyVersion }: Pick<Quiz, 'uniqueId' | 'keyVersion'>,
  attempts: readonly NewAttempt[],
): Promise<Set<string>> {
  const added = await all(
    db,
    z.object({ personId: z.string() }),
    prepared(
      'insert-attempts',
      sql`
        with begun as (
          select "personId" as person_id, "startedAt" as started_at, "deadlineAt" as deadline_at,
            tab, address, browser
          from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as begun ("personId" text,
            "startedAt" timestamptz, "deadlineAt" timestamptz, tab text, address text, browser text)
        ), added as (
          insert into attempts (quiz_id, person_id, started_at, deadline_at, tab, last_seen_at,
            changed_at, key_version)
          select ${quizId}, person_id, started_at, deadline_at, tab, started_at, started_at,
            ${keyVersion}::integer
          from begun
          on conflict do nothing
          returning person_id
        ), lines as (
          insert into attempt_steps (quiz_id, person_id, at, step, by, address, browser, details)
          select ${quizId}, person_id, started_at, 'start', person_id, address, browser,
            jsonb_build_object('deadline', deadline_at)
          from begun
          where person_id in (select person_id from added)
        )
        select person_id from added
      `,
    ),
  );
  return new Set(added.map(({ personId }) => personId));
}

/** Adds the jobs that submit attempts when their time is over. */
export async function insertDueJobs(
  db: Database,
  quizId: string,
  attempts: readonly { personId: string; dueAt: Date }[],
): Promise<void> {
  const jobs = attempts.map(({ personId, dueAt }) => ({
    payload: { quizId, personId },
    key: jobKeyOf({ quizId, personId }),
    dueAt,
  }));
  await run(
    db,
    prepared(
      'insert-due-jobs',
      sql`
        select graphile_worker.add_jobs(array_agg(
          row(${DUE_JOB}::text, job.payload, null, job."dueAt", null, job.key, null,
            array[${DUE_JOB}::text])::graphile_worker.job_spec
        ))
        from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb)
          as job (payload json, key text, "dueAt" timestamptz)
        having count(*) > 0
      `,
    ),
  );
}
