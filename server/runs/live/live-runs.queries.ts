import { z } from 'zod';
import { type Database, all, first, run, sql } from '../../platform/postgres/database.ts';
import { isDead } from '../../platform/jobs/leases.queries.ts';
import { type NewRun, insertRun } from '../runs.queries.ts';

/** Adds a run in a terminal: this server has it run at once, and no job runs it again. */
export async function insertLiveRun(
  db: Database,
  added: NewRun & { driver: string },
): Promise<void> {
  await insertRun(db, added);
  await run(db, sql`update runs set is_live = true where token = ${added.token}`);
}

/** Runs in a terminal of other servers that have died. */
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

/** How many terminals this owner has open now, on whatever server. */
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
