import { z } from 'zod';
import { type Database, all, run, sql } from '../../platform/postgres/database.ts';

/** Backdates the claim of a run. */
export function ageStart(db: Database, token: string, milliseconds: number) {
  return run(
    db,
    sql`
      update runs
      set started_at = now() - make_interval(secs => ${milliseconds / 1000})
      where token = ${token}
    `,
  );
}

/** Waiting runs with a queued job, and the job's priority. */
export function listRunsWithJobs(db: Database) {
  return all(
    db,
    z.object({ token: z.uuid(), priority: z.int() }),
    sql`
      select runs.token, jobs.priority
      from runs
      join graphile_worker.jobs on jobs.key = 'run ' || runs.token
      where finished_at is null and driver is null
    `,
  );
}
