import { z } from 'zod';
import { type Database, all, prepared, run, sql } from '../../platform/postgres/database.ts';
import type { Quiz } from '../../quizzes/quizzes.reads.ts';
import { DUE_JOB, type Origin, jobKeyOf } from '../store/attempts.queries.ts';

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
