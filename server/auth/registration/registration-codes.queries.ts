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
