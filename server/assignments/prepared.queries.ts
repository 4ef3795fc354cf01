import type { ShowFrom } from '@vlabs/contract/assignments/prepared';
import { z } from 'zod';
import { type Database, type Sql, first, run, sql } from '../platform/postgres/database.ts';

/** The value of `shown_from`. */
export function shownFromOf(showFrom: ShowFrom): Sql {
  if (showFrom === 'now') return sql`null::timestamptz`;
  return showFrom === 'not_yet'
    ? sql`'infinity'::timestamptz`
    : sql`${showFrom.toISOString()}::timestamptz`;
}

/** Columns of an assignment that tell whether it is prepared, and until when. */
export const preparedColumns = sql`
  assignment.shown_from is not null as is_prepared,
  nullif(assignment.shown_from, 'infinity') as shown_from
`;
export const preparedShape = { isPrepared: z.boolean(), shownFrom: z.date().nullable() };

export function updatePrepared(db: Database, id: string, showFrom: ShowFrom) {
  return run(
    db,
    sql`
      update assignments
      set withdrawn_at = coalesce(withdrawn_at, clock_timestamp()), shown_from = ${shownFromOf(showFrom)}
      where id = ${id}
    `,
  );
}

/** Shows an assignment whose time has come. False if another server did, or its time was changed. */
export async function updateIfDue(db: Database, id: string): Promise<boolean> {
  const shown = await run(
    db,
    sql`
      update assignments
      set withdrawn_at = null, updated_at = clock_timestamp()
      where id = ${id} and withdrawn_at is not null and shown_from <= clock_timestamp()
    `,
  );
  return shown > 0;
}

/** Leaves an assignment hidden whose time has come while its class is archived: a teacher decides when to show it. */
export function updateAsMissed(db: Database, id: string) {
  return run(
    db,
    sql`
      update assignments
      set shown_from = ${shownFromOf('not_yet')}
      where id = ${id} and withdrawn_at is not null and shown_from <= clock_timestamp()
    `,
  );
}

/** The time until an assignment is shown; null if it has no such time. */
export function findTimeUntilShown(db: Database, id: string) {
  return first(
    db,
    z.object({ leftMs: z.coerce.number(), isAfterDue: z.boolean() }),
    sql`
      select extract(epoch from shown_from - now()) * 1000 as left_ms,
        coalesce(shown_from >= due_at, false) as is_after_due
      from assignments
      where id = ${id} and isfinite(shown_from)
    `,
  );
}

/** Reports whether students see it, once it is locked. */
export async function isShown(db: Database, id: string): Promise<boolean> {
  return (
    (await run(db, sql`select 1 from assignments where id = ${id} and withdrawn_at is null`)) > 0
  );
}
