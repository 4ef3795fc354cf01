import { z } from 'zod';
import { type Database, first, run, sql } from '../../platform/postgres/database.ts';

export const CODE_DAYS = 30;

/** Replaces earlier codes of the same people. */
export function upsertCodes(db: Database, codes: readonly { id: string; codeHash: Buffer }[]) {
  return run(
    db,
    sql`
      insert into registration_codes (person_id, code_hash, expires_at)
      select id, hash, now() + make_interval(days => ${CODE_DAYS})
      from unnest(${codes.map(({ id }) => id)}::text[], ${codes.map(({ codeHash }) => codeHash)}::bytea[])
        as code (id, hash)
      on conflict (person_id) do update
      set code_hash = excluded.code_hash, expires_at = excluded.expires_at
    `,
  );
}

export async function isCodeOf(
  db: Database,
  { personId, codeHash }: { personId: string; codeHash: Buffer },
): Promise<boolean> {
  const found = await first(
    db,
    z.object({ isRight: z.boolean() }),
    sql`
      select exists (
        select 1 from registration_codes
        where person_id = ${personId} and code_hash = ${codeHash} and expires_at > now()
      ) as is_right
    `,
  );
  return found?.isRight ?? false;
}

/** The network of an attempt and, for a failed proof, the roll number; null for registrations. */
export interface TriesOrigin {
  network: string;
  personId: string | null;
}

interface Limit {
  max: number;
  minutes: number;
}

/**
 * Held until the end of the transaction, so that concurrent attempts of one origin are all counted.
 */
export function holdTries(db: Database, { network, personId }: TriesOrigin) {
  const held = `registrations of ${network} ${personId?.toLowerCase() ?? ''}`;
  return run(db, sql`select pg_advisory_xact_lock(hashtextextended(${held}, 0))`);
}

/** Seconds until another attempt is allowed; null if allowed now. */
export async function findTriesSecondsLeft(
  db: Database,
  { network, personId }: TriesOrigin,
  { max, minutes }: Limit,
): Promise<number | null> {
  const found = await first(
    db,
    z.object({ seconds: z.coerce.number() }),
    sql`
      select extract(epoch from tried_at + make_interval(mins => ${minutes}) - now()) as seconds
      from registration_tries
      where network = ${network} and person_id is not distinct from lower(${personId}::text)
        and tried_at > now() - make_interval(mins => ${minutes})
      order by tried_at desc
      limit 1 offset ${max - 1}
    `,
  );
  return found?.seconds ?? null;
}

/** Also deletes expired attempts of this kind. */
export async function insertTry(
  db: Database,
  { network, personId }: TriesOrigin,
  { minutes }: Limit,
): Promise<void> {
  await run(
    db,
    sql`
      delete from registration_tries
      where (person_id is null) = (${personId}::text is null)
        and tried_at <= now() - make_interval(mins => ${minutes})
    `,
  );
  await run(
    db,
    sql`
      insert into registration_tries (network, person_id)
      values (${network}, lower(${personId}::text))
    `,
  );
}
