import { z } from 'zod';
import { type Database, first, run, sql } from '../../platform/postgres/database.ts';

/** Where tries come from, and, of wrong proofs, for which roll number; null: the registrations themselves. */
export interface TriesOrigin {
  network: string;
  personId: string | null;
}

interface Limit {
  max: number;
  minutes: number;
}

/** Held to the end of the transaction, so that tries of one origin are counted one by one. */
export function holdTries(db: Database, { network, personId }: TriesOrigin) {
  const held = `registrations of ${network} ${personId?.toLowerCase() ?? ''}`;
  return run(db, sql`select pg_advisory_xact_lock(hashtextextended(${held}, 0))`);
}

/** Seconds until one more may be tried; null while one may be. */
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

/** Those of its kind that count no more go at the same time. */
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
