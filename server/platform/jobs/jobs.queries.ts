import { z } from 'zod';
import { type Database, first, run, sql } from '../postgres/database.ts';
import { isDead } from './leases.queries.ts';

/**
 * Unlocks the jobs of dead workers and records that they were running. Returns the number of dead
 * workers. If two servers check at the same time, only one counts a death.
 */
export async function unlockJobsOfDeadServers(db: Database, asToldBy: string): Promise<number> {
  const unlocked = await first(
    db,
    z.object({ workers: z.int() }),
    sql`
      with holders as (
        select locked_by as name from graphile_worker.jobs where locked_by is not null group by locked_by
      ), dead as (
        select array_agg(name) as names
        from holders
        where ${isDead(sql`holders.name`, { asToldBy })}
      ), crashed as (
        insert into crashed_jobs (job_id)
        select id from graphile_worker.jobs, dead where locked_by = any (names)
        on conflict (job_id) do update
        set times = crashed_jobs.times + 1, is_tried = false
        where crashed_jobs.is_tried
      )
      select cardinality(names) as workers, graphile_worker.force_unlock_workers(names)
      from dead
      where names is not null
    `,
  );
  return unlocked?.workers ?? 0;
}

export interface NewJob {
  name: string;
  payload: Record<string, unknown>;
  /** A later job replaces an earlier one with the same key, unless the earlier is running. */
  key: string;
  delayMs?: number;
  /** Lower values run first. */
  priority?: number;
}

/** Within a transaction, the job is added on commit. */
export async function addJob(db: Database, job: NewJob): Promise<void> {
  const { name, payload, key, delayMs = 0, priority = 0 } = job;
  await run(
    db,
    sql`
      select graphile_worker.add_job(
        ${name},
        ${JSON.stringify(payload)}::json,
        run_at => now() + make_interval(secs => ${delayMs / 1000}),
        job_key => ${key},
        priority => ${priority},
        flags => array[${name}]
      )
    `,
  );
}
