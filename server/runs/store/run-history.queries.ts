import { STOPPED, Verdict } from '@vlabs/contract/runs/runner';
import { z } from 'zod';
import { type Database, all, first, run, sql } from '../../platform/postgres/database.ts';
import { isNotHeld } from '../../platform/erasure.ts';
import { unpackFiles } from './run-files.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { isDead } from '../../platform/jobs/jobs.queries.ts';
import { type NewRun, insertRun, isWaiting } from './runs.queries.ts';
import { PAGE_OF_ROWS } from '../../platform/lists/pages-of-rows.ts';
import { timestampMicros, afterCursor } from '../../platform/lists/cursor.ts';

const OwnRun = z.object({
  id: z.uuid(),
  timestampMicros: z.string(),
  assignment: z.string(),
  languageId: z.int(),
  sourceCode: z.instanceof(Buffer),
  files: z.instanceof(Buffer).nullable().transform(unpackFiles),
  outputFiles: z.instanceof(Buffer).nullable().transform(unpackFiles),
  /** The beginning of what the run read and printed; null if it has several inputs. */
  stdin: z.instanceof(Buffer).nullable(),
  stdout: z.instanceof(Buffer).nullable(),
  verdict: z.string().nullable(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  /** Processor time. */
  timeSeconds: z.number().nullable(),
  memoryKb: z.int().nullable(),
  /** What the person asks a teacher about its steps. */
  question: z.string().nullable(),
});
type OwnRun = z.infer<typeof OwnRun>;

/** Length to which input and output are truncated. */
const TEXT_BYTES = 16_384;

/** One page of an owner's runs that were started after a given one. */
export function listAllRuns(db: Database, owner: string, after: OwnRun | null) {
  return all(
    db,
    OwnRun,
    sql`
      select sized.token as id, ${timestampMicros(sql`created_at`)} as timestamp_micros, assignment, language_id,
        source_code, files, output_files, substring(stdin for ${TEXT_BYTES}) as stdin,
        substring(stdout for ${TEXT_BYTES}) as stdout, verdict, started_at, finished_at,
        cpu_time_ms / 1000 as time_seconds, memory_kb, question
      from (
        select *, sum(length) over (order by created_at, token) - length as bytes_before
        from (
          select *, octet_length(source_code) + coalesce(octet_length(files), 0)
            + coalesce(octet_length(output_files), 0) + least(coalesce(octet_length(stdin), 0), ${TEXT_BYTES})
            + least(coalesce(octet_length(stdout), 0), ${TEXT_BYTES}) as length
          from runs
          where owner = ${owner} and ${afterCursor(sql`created_at`, sql`token`, after)}
          order by created_at, token
          limit ${PAGE_OF_ROWS.rows}
        ) page
      ) sized
      where bytes_before < ${PAGE_OF_ROWS.bytes}
      order by created_at, token
    `,
  );
}

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

const PastRunRow = z.object({
  token: z.uuid(),
  createdAt: z.date(),
  languageId: z.int(),
  driver: z.string().nullable(),
  verdict: Verdict.nullable(),
  exitSignal: z.int().nullable(),
  message: z.string().nullable(),
  cpuTimeMs: z.number().nullable(),
  inputCount: z.int(),
});

/** Newest first, without the texts, which can be megabytes long. */
export function listPastRuns(
  db: Database,
  wanted: { owner: string; before: string | null; assignment: string | null; max: number },
) {
  const { owner, before, assignment, max } = wanted;
  return all(
    db,
    PastRunRow,
    sql`
      select token, created_at, language_id, driver, verdict, exit_signal, message, cpu_time_ms,
        coalesce(jsonb_array_length(inputs), 1) as input_count
      from runs
      where owner = ${owner}
        and (${assignment}::text is null or assignment = ${assignment})
        and (${before}::uuid is null or (created_at, token) < (
          select created_at, token from runs where token = ${before} and owner = ${owner}
        ))
      order by created_at desc, token desc
      limit ${max}
    `,
  );
}

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
    sql`select count(*)::int as waiting from runs where ${isWaiting}`,
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
      where ${isWaiting}
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
const CountedEnding = z.object({
  isWaiting: z.boolean(),
  verdict: Verdict.nullable(),
  exitSignal: z.int().nullable(),
  message: z.string().nullable(),
  count: z.int(),
});
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
  const endings = await all(
    db,
    CountedEnding,
    sql`
      select ${isWaiting} as is_waiting, verdict, exit_signal,
        case when starts_with(message, ${STOPPED}) then ${STOPPED} end as message,
        count(*)::int as count
      from runs
      group by 1, 2, 3, 4
    `,
  );
  return { ...totals, days, languages, endings };
}

/** Adds a terminal run. This server starts it immediately; it is never retried by a job. */
export async function insertLiveRun(
  db: Database,
  added: NewRun & { driver: string },
): Promise<void> {
  await insertRun(db, added);
  await run(db, sql`update runs set is_live = true where token = ${added.token}`);
}

/** Terminal runs of other servers that have died. */
export async function listLostLiveRuns(db: Database, server: string): Promise<string[]> {
  const lost = await all(
    db,
    z.object({ token: z.uuid() }),
    sql`
      select token
      from runs
      where is_live and finished_at is null and driver <> ${server}
        and ${isDead(sql`driver`, { asToldBy: server })}
    `,
  );
  return lost.map(({ token }) => token);
}

/** Number of terminals the owner has open on all servers. */
export async function countLiveRuns(db: Database, owner: string): Promise<number> {
  const counted = await first(
    db,
    z.object({ count: z.int() }),
    sql`
      select count(*)::int as count
      from runs
      where owner = ${owner} and is_live and finished_at is null
    `,
  );
  return counted?.count ?? 0;
}
