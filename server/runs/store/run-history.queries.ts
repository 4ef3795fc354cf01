import { z } from 'zod';
import { type Database, all, first, run, sql } from '../../platform/postgres/database.ts';
import { isNotHeld } from '../../platform/erasure.ts';
import { addJob } from '../../platform/jobs/jobs.ts';

const Page = z.object({ tokens: z.array(z.uuid()), total: z.int() });

/** The tokens of one page of runs, newest first. Without an owner: runs of all owners. */
export async function getPageOfRuns(
  db: Database,
  { owner, offset, limit }: { owner: string | null; offset: number; limit: number },
): Promise<z.infer<typeof Page>> {
  const page = await first(
    db,
    Page,
    sql`
      select
        (select count(*) from runs where ${owner}::text is null or owner = ${owner})::int as total,
        array(
          select token
          from runs
          where ${owner}::text is null or owner = ${owner}
          order by created_at desc, token
          offset ${offset}
          limit ${limit}
        ) as tokens
    `,
  );
  if (!page) throw new Error('A page of runs gave no row.');
  return page;
}

/** Returns false if no finished run has this token. */
export async function deleteEndedRun(db: Database, token: string): Promise<boolean> {
  const deleted = sql`delete from runs where token = ${token} and finished_at is not null`;
  return (await run(db, deleted)) > 0;
}

/**
 * Deletes up to `max` finished runs and returns their number. The campus's retention rule takes
 * precedence over the server setting.
 */
export function deleteRunsOlderThan(db: Database, days: number, max: number): Promise<number> {
  return run(
    db,
    sql`
      delete from runs
      where token in (
        select token
        from runs
        where created_at < now() - make_interval(days => ${days}) and finished_at is not null
          and not exists (select from retention_rules where rule = 'runs')
          and ${isNotHeld(sql`runs.owner`)}
        order by created_at
        limit ${max}
      )
    `,
  );
}

export const OLD_RUNS_JOB = 'delete-old-runs';

/** The queue holds at most one such job, however many servers add it. */
export function addOldRunsJob(db: Database, days: number, delayMs: number): Promise<void> {
  const name = OLD_RUNS_JOB;
  return addJob(db, { name, payload: { days }, key: name, delayMs, priority: 100 });
}

export async function countWaitingRuns(db: Database): Promise<number> {
  const row = await first(
    db,
    z.object({ waiting: z.int() }),
    sql`select count(*)::int as waiting from runs where status_id = 1`,
  );
  return row?.waiting ?? 0;
}

/** Age of the oldest waiting run in seconds; 0 if none waits. */
export async function getQueueAge(db: Database): Promise<number> {
  const row = await first(
    db,
    z.object({ seconds: z.number() }),
    sql`
      select
        coalesce(greatest(0, extract(epoch from clock_timestamp() - min(created_at))), 0)::float8
          as seconds
      from runs
      where status_id = 1
    `,
  );
  return row?.seconds ?? 0;
}

const Totals = z.object({
  total: z.int(),
  today: z.int(),
  sizePretty: z.string(),
  sizeInBytes: z.coerce.number(),
});
const Counted = z.object({ id: z.int(), count: z.int() });
const Day = z.object({ day: z.string(), count: z.int() });

export async function countRuns(db: Database) {
  const [totals] = await all(
    db,
    Totals,
    sql`
      select
        count(*)::int as total,
        (count(*) filter (where (created_at at time zone 'UTC')::date = (now() at time zone 'UTC')::date))::int as today,
        pg_size_pretty(pg_database_size(current_database())) as size_pretty,
        pg_database_size(current_database()) as size_in_bytes
      from runs
    `,
  );
  if (!totals) throw new Error('Counting runs gave no row.');
  const days = await all(
    db,
    Day,
    sql`
      select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as count
      from runs
      where created_at > now() - interval '30 days'
      group by 1
      order by 1 desc
    `,
  );
  const languages = await all(
    db,
    Counted,
    sql`select language_id as id, count(*)::int as count from runs group by 1 order by 2 desc, 1`,
  );
  const statuses = await all(
    db,
    Counted,
    sql`select status_id::int as id, count(*)::int as count from runs group by 1 order by 2 desc, 1`,
  );
  return { ...totals, days, languages, statuses };
}
