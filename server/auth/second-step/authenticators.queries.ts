import { z } from 'zod';
import { type Database, first, run, sql } from '../../platform/postgres/database.ts';

/** Wrong codes of one person within the window, from all networks together. */
export const MAX_WRONG_CODES = 10;
const WINDOW_MINUTES = 60;

const Held = z.object({
  keySealed: z.instanceof(Buffer),
  isConfirmed: z.boolean(),
  usedStep: z.coerce.number(),
  /** Of the database, in milliseconds, which all servers share. */
  now: z.coerce.number(),
  /** Until codes of the authenticator are tried again; null if they are now. */
  secondsLeft: z.coerce.number().nullable(),
});

/** Holds the authenticator until the end of the transaction, so that a code counts once. */
export async function lockAuthenticator(db: Database, personId: string) {
  await run(db, sql`select from authenticators where person_id = ${personId} for no key update`);
  return first(
    db,
    Held,
    sql`
      select key_sealed, confirmed_at is not null as is_confirmed, used_step,
        extract(epoch from clock_timestamp()) * 1000 as now,
        case when wrong_codes >= ${MAX_WRONG_CODES} and wrong_since > now() - make_interval(mins => ${WINDOW_MINUTES})
          then extract(epoch from wrong_since + make_interval(mins => ${WINDOW_MINUTES}) - now())
        end as seconds_left
      from authenticators
      where person_id = ${personId}
    `,
  );
}

/** Returns how many there were within the window. */
export async function updateWrong(db: Database, personId: string): Promise<number> {
  const counted = await first(
    db,
    z.object({ wrongCodes: z.int() }),
    sql`
      update authenticators
      set wrong_codes = case when wrong_since > now() - make_interval(mins => ${WINDOW_MINUTES})
            then wrong_codes + 1 else 1 end,
        wrong_since = case when wrong_codes > 0 and wrong_since > now() - make_interval(mins => ${WINDOW_MINUTES})
            then wrong_since else now() end
      where person_id = ${personId}
      returning wrong_codes
    `,
  );
  return counted?.wrongCodes ?? 0;
}

export const updateUsed = (db: Database, { personId, step }: { personId: string; step: number }) =>
  run(
    db,
    sql`
      update authenticators
      set used_step = ${step}, wrong_codes = 0, confirmed_at = coalesce(confirmed_at, now())
      where person_id = ${personId}
    `,
  );

/** Replaces one that was not confirmed; zero if there is a confirmed one. */
export const upsertAuthenticator = (
  db: Database,
  { personId, keySealed }: { personId: string; keySealed: Buffer },
) =>
  run(
    db,
    sql`
      insert into authenticators as own (person_id, key_sealed) values (${personId}, ${keySealed})
      on conflict (person_id) do update
      set key_sealed = excluded.key_sealed, created_at = now(), wrong_codes = 0, used_step = 0
      where own.confirmed_at is null
    `,
  );

export const deleteAuthenticator = (db: Database, personId: string) =>
  run(
    db,
    sql`delete from authenticators where person_id = ${personId} and confirmed_at is not null`,
  );

const State = z.object({ addedAt: z.date(), recoveryCodes: z.coerce.number() });

/** Null without a confirmed one. */
export const findState = (db: Database, personId: string) =>
  first(
    db,
    State,
    sql`
      select confirmed_at as added_at,
        (select count(*) from recovery_codes own where own.person_id = authenticators.person_id) as recovery_codes
      from authenticators
      where person_id = ${personId} and confirmed_at is not null
    `,
  );

/** They replace all earlier ones. */
export async function replaceRecoveryCodes(
  db: Database,
  { personId, hashes }: { personId: string; hashes: readonly Buffer[] },
): Promise<void> {
  await run(db, sql`delete from recovery_codes where person_id = ${personId}`);
  await run(
    db,
    sql`
      insert into recovery_codes (person_id, code_hash)
      select ${personId}, unnest(${hashes}::bytea[])
    `,
  );
}

/** Uses it up; zero if it is not one of the person's. */
export const deleteRecoveryCode = (
  db: Database,
  { personId, hash }: { personId: string; hash: Buffer },
) => run(db, sql`delete from recovery_codes where person_id = ${personId} and code_hash = ${hash}`);
