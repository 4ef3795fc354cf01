import { z } from 'zod';
import { type Database, first, run, sql } from '../../platform/postgres/database.ts';

/** A server that writes a mark and ends in the middle holds the others up for no longer. */
const MARKING_MINUTES = 10;

const Marking = z.object({
  /** What may stand in the store already; null where this database knows no store yet. */
  mark: z.uuid().nullable(),
  nextMark: z.uuid().nullable(),
});
export type Marking = z.infer<typeof Marking>;

/**
 * Says which marks the store may hold, and that the given one is being written into it from now on.
 * Null while another server is at it.
 */
export function beginMarking(db: Database, fresh: string) {
  return first(
    db,
    Marking,
    sql`
      with known as (
        select mark, next_mark from file_stores
      ), begun as (
        insert into file_stores as kept (mark, next_mark, marking_since)
        values (${fresh}, ${fresh}, now())
        on conflict (id) do update
          set next_mark = excluded.next_mark, marking_since = now()
          where kept.marking_since is null
            or kept.marking_since < now() - make_interval(mins => ${MARKING_MINUTES})
        returning id
      )
      select known.mark, known.next_mark
      from begun
      left join known on true
    `,
  );
}

/** Which marks the store of this database may hold; null where it knows no store yet. */
export function findMarking(db: Database) {
  return first(db, Marking, sql`select mark, next_mark from file_stores`);
}

/** The store is another than it was, or is known for the first time: its days count from now. */
export async function updateKnownSince(db: Database): Promise<void> {
  await run(db, sql`update file_stores set known_since = now()`);
}

/** The store did not take the mark, or nobody knows whether it did: another server may try. */
export async function giveUpMarking(db: Database, fresh: string): Promise<void> {
  await run(db, sql`update file_stores set marking_since = null where next_mark = ${fresh}`);
}

const Marked = z.object({ isKnown: z.boolean() });

/** Says whether the store has been this database's for so many days. */
export async function endMarking(
  db: Database,
  { fresh, days }: { fresh: string; days: number },
): Promise<boolean> {
  const marked = await first(
    db,
    Marked,
    sql`
      update file_stores
      set mark = ${fresh}, next_mark = null, marking_since = null
      where next_mark = ${fresh}
      returning known_since < now() - make_interval(days => ${days}) as is_known
    `,
  );
  return marked?.isKnown ?? false;
}
