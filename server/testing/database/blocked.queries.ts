import { z } from 'zod';
import { type Database, first, run, sql } from '../../platform/postgres/database.ts';

/** The number of connections that wait for a lock. */
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

/** Blocks reading and writing hand-ins until the end of the transaction. */
export async function lockHandIns(db: Database): Promise<void> {
  await run(db, sql`lock table hand_ins in access exclusive mode`);
}

/** Blocks writing files until the end of the transaction; reading works. */
export async function lockFiles(db: Database): Promise<void> {
  await run(db, sql`lock table files in share mode`);
}

/** Blocks reading and writing attempts until the end of the transaction. */
export async function lockAttempts(db: Database): Promise<void> {
  await run(db, sql`lock table attempts in access exclusive mode`);
}
