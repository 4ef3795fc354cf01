import { z } from 'zod';
import { type Database, all, first, prepared, run, sql } from '../../platform/postgres/database.ts';
import { type NewJob, addJob, isDead } from '../../platform/jobs/jobs.queries.ts';
import { LIVE_EVENTS_WIRE, writeLiveEvent } from '../../platform/events/live-events.queries.ts';
import { packFiles } from './run-files.ts';
import {
  type Run,
  RunRow,
  type RunResult,
  type RunRequest,
  RUNS_CHANNEL,
  type RunEvent,
} from './run.ts';

export const RUN_JOB = 'run-program';

/** The condition of the index `runs_waiting`. */
export const isWaiting = sql`finished_at is null and driver is null`;

const jobKeyOf = (token: string) => `run ${token}`;

type Waiting = { token: string; priority: number };

/** The job that dispatches a waiting run. */
export const runJob = (waiting: Waiting, delayMs: number): NewJob => ({
  name: RUN_JOB,
  payload: { token: waiting.token },
  key: jobKeyOf(waiting.token),
  priority: waiting.priority,
  delayMs,
});

/** Until the transaction ends, no other run of this owner can be counted or added. */
export async function lockOwner(db: Database, owner: string): Promise<void> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended('runs of ' || ${owner}, 0))`);
}

const Load = z.object({
  /** Over all owners. */
  waiting: z.int(),
  /** This owner's runs, waiting or running. */
  underWay: z.int(),
  /** Highest priority among these; 0 if there are none. */
  highestPriority: z.int(),
  /**
   * Seconds until the owner has started fewer than `maxPerMinute` runs within a minute; 0 if
   * already so.
   */
  secondsLeft: z.int(),
  /** The owner's runs within a day, if requested: their number and stored size. */
  dayRuns: z.int(),
  dayBytes: z.coerce.number(),
});

export async function getLoad(
  db: Database,
  owner: string,
  { maxPerMinute, countsDay }: { maxPerMinute: number; countsDay: boolean },
): Promise<z.infer<typeof Load>> {
  const [load] = await all(
    db,
    Load,
    prepared(
      'load-of-runs',
      sql`
      select
        (select count(*) from runs where ${isWaiting})::int as waiting,
        own.count::int as under_way,
        own.highest::int as highest_priority,
        coalesce((
          select ceil(greatest(0, extract(epoch from created_at + interval '1 minute' - clock_timestamp())))
          from runs
          where owner = ${owner}
          order by created_at desc
          offset ${maxPerMinute - 1}
          limit 1
        ), 0)::int as seconds_left,
        day.count::int as day_runs,
        day.bytes as day_bytes
      from (
        select count(*), coalesce(sum(
          octet_length(source_code)::bigint + coalesce(octet_length(stdin), 0)
          + coalesce(octet_length(expected_output), 0) + coalesce(octet_length(stdout), 0)
          + coalesce(octet_length(stderr), 0) + coalesce(octet_length(compile_output), 0)
          + coalesce(octet_length(files), 0) + coalesce(octet_length(output_files), 0)
          + coalesce(octet_length(trace), 0) + inputs_bytes + results_bytes
        ), 0) as bytes
        from runs
        where ${countsDay} and owner = ${owner} and created_at > now() - interval '1 day'
      ) as day, (
        select count(*), coalesce(max(priority), 0) as highest
        from runs
        where owner = ${owner} and finished_at is null
      ) as own
    `,
    ),
  );
  if (!load) throw new Error('Counting runs gave no row.');
  return load;
}

/** Ages in seconds of an owner's runs of samples inside a test, oldest first. */
export async function listCheckAges(
  db: Database,
  owner: string,
  lookBackSeconds: number,
): Promise<number[]> {
  const rows = await all(
    db,
    z.object({ age: z.coerce.number() }),
    sql`
      select extract(epoch from clock_timestamp() - created_at) as age
      from runs
      where owner = ${owner} and inputs is not null and assignment ~ '-q[0-9]+$'
        and created_at > clock_timestamp() - make_interval(secs => ${lookBackSeconds})
      order by created_at
    `,
  );
  return rows.map(({ age }) => age);
}

/** How often an owner ran a program with each of these tags. */
export function countRuns(db: Database, owner: string, tags: readonly string[]) {
  return all(
    db,
    z.object({ assignment: z.string(), count: z.int() }),
    sql`
      select assignment, count(*)::integer as count
      from runs
      where owner = ${owner} and assignment = any(${tags}::text[])
      group by assignment
    `,
  );
}

const lengthOf = (text: string | null): number => (text === null ? 0 : Buffer.byteLength(text));

export interface NewRun extends RunRequest {
  token: string;
  owner: string;
  priority: number;
  /** The server that runs it immediately; null if a job will. */
  driver: string | null;
}

/** Adds a run. A run without a driver also needs a job; see `insertRuns`. */
export async function insertRun(db: Database, added: NewRun): Promise<void> {
  const { program, limits, driver } = added;
  const inputs = added.inputs && JSON.stringify(added.inputs);
  await run(
    db,
    prepared(
      'insert-run',
      sql`
      insert into runs (
        token, owner, priority, language_id, source_code, stdin, expected_output, compiler_options,
        command_line_arguments, redirect_stderr_to_stdout, times_each, limits, inputs,
        inputs_bytes, driver, started_at, assignment, files,
        collect_files, is_trace
      )
      values (
        ${added.token}, ${added.owner}, ${added.priority}, ${program.languageId},
        ${program.source}, ${added.stdin}, ${added.expectedOutput}, ${program.compilerOptions},
        ${program.commandLineArguments}, ${program.redirectStderrToStdout},
        ${added.timesEach}, ${JSON.stringify(limits)}, ${inputs}, ${lengthOf(inputs)}, ${driver},
        ${driver === null ? null : new Date()}, ${added.assignment}, ${packFiles(added.files)},
        ${added.collectFiles}, ${added.isTrace}
      )
    `,
    ),
  );
}

/** Also adds the jobs of the runs without a driver. */
export async function insertRuns(db: Database, runs: readonly NewRun[]): Promise<void> {
  for (const added of runs) {
    await insertRun(db, added);
    if (added.driver === null) await addJob(db, runJob(added, 0));
  }
}

/** Claims a waiting run. Returns null if it has ended or a live server is executing it. */
export function claimRun(db: Database, token: string, server: string): Promise<Run | null> {
  return first(
    db,
    RunRow,
    sql`
      update runs
      set driver = ${server}, started_at = clock_timestamp()
      where token = ${token} and finished_at is null and (
        driver is null
        or driver = ${server}
        or ${isDead(sql`driver`, { asToldBy: server })}
      )
      returning *
    `,
  );
}

/**
 * Stores the first result, publishes it to all servers and returns the run; null if it had ended
 * before. Also deletes the job of a waiting run.
 * @param onlyOf only if this server still owns the run; after a long pause others may have taken it
 */
export function finishRun(
  db: Database,
  token: string,
  result: RunResult,
  onlyOf: string | null = null,
): Promise<Run | null> {
  const event: RunEvent = { token, phase: 'finished' };
  const results = result.results && JSON.stringify(result.results);
  // The reply need not wait for the disk: a crash before the flush only leaves a lost run, which
  // runs again.
  return first(
    db,
    RunRow,
    prepared(
      'finish-run',
      sql`
      with finished as (
        update runs
        set
          driver = null, finished_at = clock_timestamp(),
          verdict = ${result.verdict}, stdout = ${result.stdout}, stderr = ${result.stderr},
          compile_output = ${result.compileOutput}, message = ${result.message},
          exit_code = ${result.exitCode}, exit_signal = ${result.exitSignal},
          cpu_time_ms = ${result.cpuTimeMs}, wall_time_ms = ${result.wallTimeMs},
          memory_kb = ${result.memoryKb},
          results = ${results}, results_bytes = ${lengthOf(results)},
          output_files = ${packFiles(result.outputFiles)}, trace = ${result.trace}
        from (select driver as driver_before from runs where token = ${token} for update) as was
        where token = ${token} and finished_at is null
          and (${onlyOf}::text is null or driver = ${onlyOf})
        returning runs.*, driver_before
      )
      select
        finished.*,
        set_config('synchronous_commit', 'off', true),
        case when driver_before is null then graphile_worker.remove_job(${jobKeyOf(token)}) end,
        pg_notify(${LIVE_EVENTS_WIRE}, ${writeLiveEvent(RUNS_CHANNEL, event)})
      from finished
    `,
    ),
  );
}

/** Requeues a run. Returns false if it has ended or another server is executing it. */
export async function requeueRun(
  db: Database,
  { token, server, tries }: { token: string; server: string; tries: number },
): Promise<boolean> {
  const requeued = await run(
    db,
    sql`
      update runs
      set driver = null, tries = ${tries}
      where token = ${token} and finished_at is null and driver = ${server}
    `,
  );
  return requeued > 0;
}

/**
 * Requeues, with a job each, runs that no server is executing: their server has died, or it is this
 * one and they are not under way here.
 */
export async function requeueLostRuns(
  db: Database,
  { server, underWay, afterMs }: { server: string; underWay: string[]; afterMs: number },
): Promise<number> {
  return run(
    db,
    sql`
      with lost as (
        update runs
        set driver = null
        where finished_at is null and not is_live and driver is not null
          and case when driver = ${server}
            then started_at < clock_timestamp() - make_interval(secs => ${afterMs / 1000})
              and token <> all(${underWay}::uuid[])
            else ${isDead(sql`driver`, { asToldBy: server })}
          end
        returning token, priority
      )
      select graphile_worker.add_job(
        ${RUN_JOB},
        json_build_object('token', token),
        job_key => 'run ' || token,
        priority => priority::int,
        flags => array[${RUN_JOB}]
      )
      from lost
    `,
  );
}

/** Roll numbers contain no space, so these runs belong to no person. */
export function updateRunOwnerToNobody(db: Database, owner: string) {
  return run(db, sql`update runs set owner = 'removed ' || owner where owner = ${owner}`);
}
