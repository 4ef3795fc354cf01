import { z } from 'zod';
import { type Database, first, run, sql, type Sql, answeredWithin } from '../postgres/database.ts';

/*
 * A live server holds a lease on each of its names and renews it every few seconds. Only the
 * database's clock counts, and leases survive a failover like any other row.
 */

/** Without a renewal for this long, a server counts as dead. */
const LEASE_SECONDS = 15;
/**
 * During a database outage nobody renews, and the first server to return must not declare the
 * others dead. So only a server that has renewed without a longer pause for a whole lease period
 * may declare others dead.
 */
const LONGEST_PAUSE_SECONDS = 6;
const RENEWED_WITHIN_MS = 5000;
const FORGET_AFTER_HOURS = 1;

/** A condition: the server with this name is dead, as far as this server can tell. */
export const isDead = (name: Sql, { asToldBy }: { asToldBy: string }): Sql => sql`(
  not exists (
    select from server_leases as lease
    where lease.name = ${name} and lease.held_until > clock_timestamp()
  )
  and exists (
    select from server_leases as own
    where own.name = ${asToldBy}
      and own.held_until > clock_timestamp() + make_interval(secs => ${LEASE_SECONDS - LONGEST_PAUSE_SECONDS})
      and own.steady_since < clock_timestamp() - make_interval(secs => ${LEASE_SECONDS})
  )
)`;

interface Held {
  server: string;
  names: readonly string[];
}

const Others = z.object({ living: z.int(), ended: z.array(z.string()) });
export type Others = z.infer<typeof Others>;

/**
 * Takes or renews leases. Returns the number of other live servers, and those that died without
 * giving back their leases.
 */
export async function renewLeases(db: Database, { server, names }: Held): Promise<Others> {
  // Does not wait for a standby: a lease lost in a failover is soon renewed.
  const others = await first(
    db,
    Others,
    answeredWithin(
      RENEWED_WITHIN_MS,
      sql`
      with renewed as (
        insert into server_leases as lease (name, server, held_until, steady_since)
        select
          name, ${server}, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}),
          clock_timestamp()
        from unnest(${names}::text[]) as name
        on conflict (name) do update
        set
          held_until = excluded.held_until,
          steady_since = case
            when lease.held_until > excluded.held_until - make_interval(secs => ${LONGEST_PAUSE_SECONDS})
            then lease.steady_since
            else excluded.steady_since
          end
      )
      select
        (count(distinct server) filter (where held_until > clock_timestamp()))::int as living,
        coalesce(array_agg(server) filter (where held_until <= clock_timestamp()), '{}') as ended,
        set_config('synchronous_commit', 'off', true)
      from server_leases
      where server <> ${server}
    `,
    ),
  );
  if (!others) throw new Error('Renewing a lease gave no row.');
  return others;
}

/** For the only server on a database: declares all earlier ones dead immediately. */
export async function takeOver(db: Database, server: string): Promise<void> {
  await run(db, sql`delete from server_leases where server <> ${server}`);
  await run(db, sql`update server_leases set steady_since = '-infinity' where server = ${server}`);
}

export async function deleteLeases(db: Database, server: string): Promise<void> {
  await run(db, sql`delete from server_leases where server = ${server}`);
}

/** Deletes leases of servers that died long ago. */
export async function deleteOldLeases(db: Database): Promise<void> {
  await run(
    db,
    sql`
      delete from server_leases
      where held_until < clock_timestamp() - make_interval(hours => ${FORGET_AFTER_HOURS})
    `,
  );
}

/**
 * Unlocks the jobs of dead workers and records that they were running. Returns the number of dead
 * workers. If two servers check at the same time, only one counts a death.
 */
export async function unlockJobsOfDeadServers(db: Database, asToldBy: string): Promise<number> {
  const unlocked = await first(
    db,
    z.object({ workers: z.int() }),
    sql`
      with holders as (
        select locked_by as name from graphile_worker.jobs where locked_by is not null group by locked_by
      ), dead as (
        select array_agg(name) as names
        from holders
        where ${isDead(sql`holders.name`, { asToldBy })}
      ), crashed as (
        insert into crashed_jobs (job_id)
        select id from graphile_worker.jobs, dead where locked_by = any (names)
        on conflict (job_id) do update
        set times = crashed_jobs.times + 1, is_tried = false
        where crashed_jobs.is_tried
      )
      select cardinality(names) as workers, graphile_worker.force_unlock_workers(names)
      from dead
      where names is not null
    `,
  );
  return unlocked?.workers ?? 0;
}

export interface NewJob {
  name: string;
  payload: Record<string, unknown>;
  /** A later job replaces an earlier one with the same key, unless the earlier is running. */
  key: string;
  delayMs?: number;
  /** Lower values run first. */
  priority?: number;
}

/** Within a transaction, the job is added on commit. */
export async function addJob(db: Database, job: NewJob): Promise<void> {
  const { name, payload, key, delayMs = 0, priority = 0 } = job;
  await run(
    db,
    sql`
      select graphile_worker.add_job(
        ${name},
        ${JSON.stringify(payload)}::json,
        run_at => now() + make_interval(secs => ${delayMs / 1000}),
        job_key => ${key},
        priority => ${priority},
        flags => array[${name}]
      )
    `,
  );
}

/** How often a server died while running this job; 0 if it was never running during a crash. */
export async function countCrashes(db: Database, jobId: string): Promise<number> {
  const found = await first(
    db,
    z.object({ times: z.int() }),
    sql`select times from crashed_jobs where job_id = ${jobId}`,
  );
  return found?.times ?? 0;
}

/** From now on, the server's death counts against this job. */
export function updateTried(db: Database, jobId: string) {
  return run(db, sql`update crashed_jobs set is_tried = true where job_id = ${jobId}`);
}

export function deleteCrashes(db: Database, jobId: string) {
  return run(db, sql`delete from crashed_jobs where job_id = ${jobId}`);
}

/** Covers jobs that ended without a report, such as those replaced by a later one. */
export function deleteCrashesOfEndedJobs(db: Database) {
  return run(
    db,
    sql`
      delete from crashed_jobs
      where not exists (select from graphile_worker.jobs where id = job_id)
    `,
  );
}
