import { z } from 'zod';
import { type Database, first, run, sql } from './database.ts';

/*
 * Whoever works under a name holds an advisory lock on it for as long as it lives. PostgreSQL gives
 * the lock back when the process or its machine dies, so a free lock means a dead worker.
 */

/** Waits until an earlier holder of the same name is gone. */
export async function lockWorkerName(db: Database, name: string): Promise<void> {
  await run(db, sql`select pg_advisory_lock(hashtextextended(${name}, 0))`);
}

/** Gives jobs that dead workers hold back to the living; returns how many workers were dead. */
export async function unlockJobsOfTheDead(db: Database): Promise<number> {
  const unlocked = await first(
    db,
    z.object({ workers: z.int() }),
    sql`
      with holders as (
        select locked_by as name from graphile_worker.jobs where locked_by is not null group by locked_by
      ), dead as (
        select array_agg(name) as names
        from holders
        where pg_try_advisory_xact_lock_shared(hashtextextended(name, 0))
      )
      select cardinality(names) as workers, graphile_worker.force_unlock_workers(names)
      from dead
      where names is not null
    `,
  );
  return unlocked?.workers ?? 0;
}
