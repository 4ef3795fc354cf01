import type { ClientBase } from 'pg';
import { z } from 'zod';
import { type Database, answeredWithin, first, run, sql } from '../platform/postgres/database.ts';

/** Any number that nothing else in the database locks. */
const LOCK = 5_283_117_904;
/** A scrape of the metrics has seconds. */
const AGES_WITHIN_MS = 2000;

/** Held by the connection until it ends or gives it back; false where another one has it. */
export async function lockBackups(client: ClientBase): Promise<boolean> {
  const row = await first(
    client,
    z.object({ isMine: z.boolean() }),
    sql`select pg_try_advisory_lock(${LOCK}::bigint) as is_mine`,
  );
  return row?.isMine ?? false;
}

export async function unlockBackups(client: ClientBase): Promise<void> {
  await run(client, sql`select pg_advisory_unlock(${LOCK}::bigint)`);
}

interface BackupTimes {
  newestTakenAt: Date;
  /** Null: none was verified. */
  newestVerifiedTakenAt: Date | null;
}

/** Of several places the newest counts; none is newer than now, or no later one would ever count. */
export async function updateBackupState(db: Database, times: BackupTimes): Promise<void> {
  await run(
    db,
    sql`
      insert into backup_state as known (newest_taken_at, newest_verified_taken_at)
      values (
        least(${times.newestTakenAt}::timestamptz, now()),
        case when ${times.newestVerifiedTakenAt}::timestamptz is not null
          then least(${times.newestVerifiedTakenAt}::timestamptz, now()) end
      )
      on conflict (is_only) do update
      set
        newest_taken_at =
          greatest(least(known.newest_taken_at, now()), excluded.newest_taken_at),
        newest_verified_taken_at = greatest(
          case when known.newest_verified_taken_at <= now() then known.newest_verified_taken_at end,
          excluded.newest_verified_taken_at
        )
    `,
  );
}

const Ages = z.object({ newest: z.number(), newestVerified: z.number().nullable() });

/** In seconds; null before the first backup. */
export function findBackupAges(db: Database): Promise<z.infer<typeof Ages> | null> {
  return first(
    db,
    Ages,
    answeredWithin(
      AGES_WITHIN_MS,
      sql`
        select
          extract(epoch from clock_timestamp() - newest_taken_at)::float8 as newest,
          extract(epoch from clock_timestamp() - newest_verified_taken_at)::float8
            as newest_verified
        from backup_state
      `,
    ),
  );
}
