import { z } from 'zod';
import { type Database, first, run, sql } from '../../platform/postgres/database.ts';

/** How many connections to this database wait for a lock that another one holds. */
export async function countBlocked(db: Database): Promise<number> {
  const row = await first(
    db,
    z.object({ blocked: z.coerce.number() }),
    sql`
      select count(*) as blocked
      from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `,
  );
  return row?.blocked ?? 0;
}

/** Until the transaction ends nobody else reads or writes a hand-in. */
export async function lockHandIns(db: Database): Promise<void> {
  await run(db, sql`lock table hand_ins in access exclusive mode`);
}

/** Until the transaction ends nobody else writes a file down; all can read. */
export async function lockFiles(db: Database): Promise<void> {
  await run(db, sql`lock table files in share mode`);
}

/** Until the transaction ends nobody else reads or writes an attempt. */
export async function lockAttempts(db: Database): Promise<void> {
  await run(db, sql`lock table attempts in access exclusive mode`);
}
