import { z } from 'zod';
import { PAGE_OF_ROWS } from '../platform/lists/pages-of-rows.ts';
import { type Database, all, sql } from '../platform/postgres/database.ts';

const OwnRead = z.object({ notice: z.string(), readAt: z.date() });
type OwnRead = z.infer<typeof OwnRead>;

/** A page of a person's read marks after one, by notice name. */
export function listOwnReads(db: Database, personId: string, after: OwnRead | null) {
  return all(
    db,
    OwnRead,
    sql`
      select notice, read_at
      from notice_reads
      where person_id = ${personId} and notice > ${after?.notice ?? ''}
      order by notice
      limit ${PAGE_OF_ROWS.rows}
    `,
  );
}
