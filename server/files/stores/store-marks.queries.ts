import { z } from 'zod';
import { type Database, first, run, sql } from '../../platform/postgres/database.ts';

/** After this time other servers stop waiting for one that crashed while writing a mark. */
const MARKING_MINUTES = 10;

const Marking = z.object({
  /** The marks the store may hold; null if this database has no store yet. */
  mark: z.uuid().nullable(),
  nextMark: z.uuid().nullable(),
});
export type Marking = z.infer<typeof Marking>;

/**
 * Returns the marks the store may hold, and records that the given one is being written. Null while another server
 * does so.
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

/** The marks this database's store may hold; null if it has no store yet. */
export function findMarking(db: Database) {
  return first(db, Marking, sql`select mark, next_mark from file_stores`);
}

/** The store is new or different: its days start now. */
export async function updateKnownSince(db: Database): Promise<void> {
  await run(db, sql`update file_stores set known_since = now()`);
}

/** Writing the mark failed or its outcome is unknown: another server may try. */
export async function giveUpMarking(db: Database, fresh: string): Promise<void> {
  await run(db, sql`update file_stores set marking_since = null where next_mark = ${fresh}`);
}

const Marked = z.object({ isKnown: z.boolean() });

/** Reports whether the store has belonged to this database for this many days. */
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
