import { type Erased, someOf } from '../platform/erasure.ts';
import { type Database, run, sql } from '../platform/postgres/database.ts';

/** What the person has read, and changes of work that name them. Runs after the audiences have changed. */
export async function eraseInNotices(
  db: Database,
  { personId, placeholder }: Erased,
  max: number,
): Promise<number> {
  const rollNumber = personId.toLowerCase();
  const group = `person ${rollNumber}`;
  const read = await run(
    db,
    sql`delete from notice_reads where ${someOf(sql`from notice_reads where person_id = ${personId}`, max)}`,
  );
  const changes = await run(
    db,
    sql`
      update work_changes
      set for_roll_numbers = array_replace(for_roll_numbers, ${rollNumber}, ${placeholder})
      where ${someOf(sql`from work_changes where ${rollNumber} = any(for_roll_numbers)`, max)}
    `,
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
  return read + changes + audience;
}
