import { type Erased, someOf } from '../platform/erasure.ts';
import { type Database, run, sql } from '../platform/postgres/database.ts';

/** What the person has read, and work that names them. Runs after the audiences have changed. */
export async function eraseInNotices(
  db: Database,
  { personId }: Erased,
  max: number,
): Promise<number> {
  const group = `person ${personId.toLowerCase()}`;
  const read = await run(
    db,
    sql`delete from notice_reads where ${someOf(sql`from notice_reads where person_id = ${personId}`, max)}`,
  );
  // Groups of a class are prefixed with it.
  const audience = await run(
    db,
    sql`
      delete from work_audience
      where ${someOf(
        sql`
          from work_audience
          where group_name = ${group}
            or group_name = any(array(select 'class ' || id || ' ' || ${group} from classes))
        `,
        max,
      )}
    `,
  );
  return read + audience;
}
