import { z } from 'zod';
import { type Database, all, run, sql } from '../platform/database.ts';
import { type NewRun, insertRun } from './runs.queries.ts';

/** Adds a run in a terminal: this server has it run at once, and no job runs it again. */
export async function insertLiveRun(
  db: Database,
  added: NewRun & { driver: string },
): Promise<void> {
  await insertRun(db, added);
  await run(db, sql`update runs set is_live = true where token = ${added.token}`);
}

/** Runs in a terminal whose server has ended in whatever way: it held a lock on its name while it lived. */
export async function listLostLiveRuns(db: Database): Promise<string[]> {
  const lost = await all(
    db,
    z.object({ token: z.uuid() }),
    sql`
      select token
      from runs
      where is_live and finished_at is null
        and pg_try_advisory_xact_lock_shared(hashtextextended(driver, 0))
    `,
  );
  return lost.map(({ token }) => token);
}
