import { z } from 'zod';
import { type Database, first, run, sql } from '../platform/postgres/database.ts';

export function findRead(db: Database, personId: string, version: number) {
  return first(
    db,
    z.object({ readAt: z.date().nullable(), hasReadEarlier: z.boolean() }),
    sql`
      select max(read_at) filter (where version = ${version}) as read_at,
        coalesce(bool_or(version < ${version}), false) as has_read_earlier
      from data_notice_reads
      where person_id = ${personId}
    `,
  );
}

/** The first confirmation counts. */
export function insertRead(db: Database, personId: string, version: number) {
  return run(
    db,
    sql`
      insert into data_notice_reads (person_id, version) values (${personId}, ${version})
      on conflict do nothing
    `,
  );
}
