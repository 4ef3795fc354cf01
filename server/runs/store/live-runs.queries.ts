import { z } from 'zod';
import { type Database, all, first, run, sql } from '../../platform/postgres/database.ts';
import { isDead } from '../../platform/jobs/leases.queries.ts';
import { type NewRun, insertRun } from './runs.queries.ts';

/** Adds a terminal run. This server starts it immediately; it is never retried by a job. */
export async function insertLiveRun(
  db: Database,
  added: NewRun & { driver: string },
): Promise<void> {
  await insertRun(db, added);
  await run(db, sql`update runs set is_live = true where token = ${added.token}`);
}

/** Terminal runs of other servers that have died. */
export async function listLostLiveRuns(db: Database, server: string): Promise<string[]> {
  const lost = await all(
    db,
    z.object({ token: z.uuid() }),
    sql`
      select token
      from runs
      where is_live and finished_at is null and driver <> ${server}
        and ${isDead(sql`driver`, { asToldBy: server })}
    `,
  );
  return lost.map(({ token }) => token);
}

/** Number of terminals the owner has open on all servers. */
export async function countLiveRuns(db: Database, owner: string): Promise<number> {
  const counted = await first(
    db,
    z.object({ count: z.int() }),
    sql`
      select count(*)::int as count
      from runs
      where owner = ${owner} and is_live and finished_at is null
    `,
  );
  return counted?.count ?? 0;
}
