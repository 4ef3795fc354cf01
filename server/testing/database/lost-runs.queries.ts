import { z } from 'zod';
import { type Database, all, run, sql } from '../../platform/postgres/database.ts';

/** Lets a run have been taken by its server so long ago. */
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

/** The runs that wait and whose job stands in the queue, with the priority of that. */
export function listRunsWithJobs(db: Database) {
  return all(
    db,
    z.object({ token: z.uuid(), priority: z.int() }),
    sql`
      select runs.token, jobs.priority
      from runs
      join graphile_worker.jobs on jobs.key = 'run ' || runs.token
      where status_id = 1 and driver is null
    `,
  );
}
