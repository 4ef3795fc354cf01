import { isNotHeld } from '../../platform/erasure.ts';
import { type Database, run, sql } from '../../platform/postgres/database.ts';

/** Finished runs that are past the campus's retention period. */
export const eraseOldRuns = (db: Database, max: number) =>
  run(
    db,
    sql`
      delete from runs
      where token in (
        select token
        from runs
        where created_at < goes_before('runs') and finished_at is not null
          and ${isNotHeld(sql`runs.owner`)}
        order by created_at
        limit ${max}
      )
    `,
  );
