import { z } from 'zod';
import { type Database, all, first, sql } from '../platform/postgres/database.ts';

const Hold = z.object({
  personId: z.string(),
  name: z.string(),
  reason: z.string(),
  setBy: z.string(),
  setAt: z.date(),
});
export type HoldRow = z.infer<typeof Hold>;

export const listHolds = (db: Database, max: number) =>
  all(
    db,
    Hold,
    sql`
      select person_id, people.name, reason, set_by, set_at
      from erasure_holds join people on people.id = person_id
      order by set_at desc, person_id
      limit ${max}
    `,
  );

export async function countHolds(db: Database): Promise<number> {
  const counted = await first(
    db,
    z.object({ total: z.int() }),
    sql`select count(*)::int as total from erasure_holds`,
  );
  return counted?.total ?? 0;
}

/** Updates the reason of an existing hold. */
export const upsertHold = (
  db: Database,
  { personId, reason, by }: { personId: string; reason: string; by: string },
) =>
  first(
    db,
    Hold,
    sql`
      with held as (
        insert into erasure_holds (person_id, reason, set_by)
        values (${personId}, ${reason}, ${by})
        on conflict (person_id) do update
        set reason = excluded.reason, set_by = excluded.set_by, set_at = now()
        returning person_id, reason, set_by, set_at
      )
      select held.*, people.name from held join people on people.id = person_id
    `,
  );

export const deleteHold = (db: Database, personId: string) =>
  first(
    db,
    z.object({ personId: z.string() }),
    sql`
      delete from erasure_holds where lower(person_id) = lower(${personId}) returning person_id
    `,
  );
