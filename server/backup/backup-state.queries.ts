import type { ClientBase } from 'pg';
import { z } from 'zod';
import { type Database, answeredWithin, first, run, sql } from '../platform/postgres/database.ts';

/** An advisory lock; the number is arbitrary. */
const LOCK = 5_283_117_904;
/** Must stay below the scrape timeout. */
const AGES_WITHIN_MS = 2000;

/** Held until the connection ends or releases it. Returns false if another connection holds it. */
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
  /** Null if none was verified. */
  newestVerifiedTakenAt: Date | null;
}

/** Keeps the newest time over all places, but none after now, which would hide all later ones. */
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
