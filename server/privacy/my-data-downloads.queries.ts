import { z } from 'zod';
import { type Database, first, run, sql } from '../platform/postgres/database.ts';

/** Seconds until the person may start another download; 0 starts and counts one. */
export async function countDownload(
  db: Database,
  personId: string,
  { perHour }: { perHour: number },
): Promise<number> {
  await run(
    db,
    sql`select pg_advisory_xact_lock(hashtextextended('downloads of ' || ${personId}::text, 0))`,
  );
  await run(
    db,
    sql`
      delete from my_data_downloads
      where person_id = ${personId} and began_at < now() - interval '1 hour'
    `,
  );
  const counted = await first(
    db,
    z.object({ begun: z.int(), secondsLeft: z.number() }),
    sql`
      select count(*)::int as begun,
        coalesce(extract(epoch from min(began_at) + interval '1 hour' - now()), 0)::float8 as seconds_left
      from my_data_downloads
      where person_id = ${personId}
    `,
  );
  if (counted && counted.begun >= perHour) return Math.max(1, counted.secondsLeft);
  await run(db, sql`insert into my_data_downloads (person_id) values (${personId})`);
  return 0;
}
