import { z } from 'zod';
import { type Database, first, run, sql } from '../postgres/database.ts';

/** How often a server died while running this job; 0 if it was never running during a crash. */
export async function countCrashes(db: Database, jobId: string): Promise<number> {
  const found = await first(
    db,
    z.object({ times: z.int() }),
    sql`select times from crashed_jobs where job_id = ${jobId}`,
  );
  return found?.times ?? 0;
}

/** From now on, the server's death counts against this job. */
export function updateTried(db: Database, jobId: string) {
  return run(db, sql`update crashed_jobs set is_tried = true where job_id = ${jobId}`);
}

export function deleteCrashes(db: Database, jobId: string) {
  return run(db, sql`delete from crashed_jobs where job_id = ${jobId}`);
}

/** Covers jobs that ended without a report, such as those replaced by a later one. */
export function deleteCrashesOfEndedJobs(db: Database) {
  return run(
    db,
    sql`
      delete from crashed_jobs
      where not exists (select from graphile_worker.jobs where id = job_id)
    `,
  );
}
