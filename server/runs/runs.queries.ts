import { z } from 'zod';
import { type Database, all, first, prepared, run, sql } from '../platform/postgres/database.ts';
import { type NewJob, addJob } from '../platform/jobs/jobs.queries.ts';
import { isDead } from '../platform/jobs/leases.queries.ts';
import { LIVE_EVENTS_WIRE, writeLiveEvent } from '../platform/events/live-events.queries.ts';
import type { AskedRun } from './program.ts';
import { RUNS_CHANNEL, type RunEvent } from './dispatching/run-phases.ts';
import { type RunResult, STATUS_IN_QUEUE, STATUS_PROCESSING } from './run-result.ts';
import { type Run, RunRow, writeInputs, writeResults } from './stored-run.ts';

/** The name of the job that has a run run. */
export const RUN_JOB = 'run-program';

const jobKeyOf = (token: string) => `run ${token}`;

type Waiting = { token: string; priority: number };

/** The job that has a waiting run run. */
export const runJob = (waiting: Waiting, delayMs: number): NewJob => ({
  name: RUN_JOB,
  payload: { token: waiting.token },
  key: jobKeyOf(waiting.token),
  priority: waiting.priority,
  delayMs,
});

/** Until the transaction ends, no other run of this owner is counted or added. */
export async function lockOwner(db: Database, owner: string): Promise<void> {
  await run(db, sql`select pg_advisory_xact_lock(hashtextextended('runs of ' || ${owner}, 0))`);
}

const Load = z.object({
  /** Of everyone. */
  waiting: z.int(),
  /** Of this owner, waiting or running. */
  underWay: z.int(),
  /** The highest priority among those; 0 where there is none. */
  highestPriority: z.int(),
  /** Until this owner has started fewer than `maxPerMinute` within a minute; 0 when so already. */
  secondsLeft: z.int(),
  /** Of this owner within a day, where they are asked for: how many, and what they keep. */
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
        (select count(*) from runs where status_id = 1)::int as waiting,
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
          + inputs_bytes + results_bytes
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

const lengthOf = (text: string | null): number => (text === null ? 0 : Buffer.byteLength(text));

export interface NewRun extends AskedRun {
  token: string;
  owner: string;
  priority: number;
  /** The server that has it run at once; null leaves it to whoever takes the job. */
  driver: string | null;
}

/** Adds a run. One without a driver needs a job as well, see `insertRuns`. */
export async function insertRun(db: Database, added: NewRun): Promise<void> {
  const { program, limits, driver } = added;
  const inputs = added.inputs && writeInputs(added.inputs);
  await run(
    db,
    prepared(
      'insert-run',
      sql`
      insert into runs (
        token, owner, priority, language_id, source_code, stdin, expected_output, compiler_options,
        command_line_arguments, redirect_stderr_to_stdout, number_of_runs, cpu_time_limit,
        cpu_extra_time, wall_time_limit, memory_limit, stack_limit, max_processes_and_or_threads,
        enable_per_process_and_thread_time_limit, enable_per_process_and_thread_memory_limit,
        max_file_size, inputs, inputs_bytes, status_id, driver, started_at, assignment
      )
      values (
        ${added.token}, ${added.owner}, ${added.priority}, ${program.languageId},
        ${program.source}, ${added.stdin}, ${added.expectedOutput}, ${program.compilerOptions},
        ${program.commandLineArguments}, ${program.redirectStderrToStdout},
        ${added.timesEach}, ${limits.cpuTimeSeconds}, ${limits.extraTimeSeconds},
        ${limits.wallTimeSeconds}, ${limits.memoryKb}, ${limits.stackKb},
        ${limits.processes}, false, false, ${limits.fileSizeKb}, ${inputs}, ${lengthOf(inputs)},
        ${driver === null ? STATUS_IN_QUEUE : STATUS_PROCESSING}, ${driver},
        ${driver === null ? null : new Date()}, ${added.assignment}
      )
    `,
    ),
  );
}

/** Those without a driver get their job. */
export async function insertRuns(db: Database, runs: readonly NewRun[]): Promise<void> {
  for (const added of runs) {
    await insertRun(db, added);
    if (added.driver === null) await addJob(db, runJob(added, 0));
  }
}

/** Takes a run that nobody has run; null when it has ended, or a living server has it run. */
export function claimRun(db: Database, token: string, server: string): Promise<Run | null> {
  return first(
    db,
    RunRow,
    sql`
      update runs
      set status_id = ${STATUS_PROCESSING}, driver = ${server}, started_at = clock_timestamp()
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
 * Keeps the first result only, tells all servers, and gives the run; null when it had ended before.
 * The job of one that still waits goes with it.
 *
 * @param onlyOf only while this server has it run: one that stood still finds its runs with others
 */
export function finishRun(
  db: Database,
  token: string,
  result: RunResult,
  onlyOf: string | null = null,
): Promise<Run | null> {
  const event: RunEvent = { token, phase: 'finished' };
  const results = result.results && writeResults(result.results);
  // The reply need not wait for the disk: after a crash that loses the result the run has not ended, and is lost.
  return first(
    db,
    RunRow,
    prepared(
      'finish-run',
      sql`
      with finished as (
        update runs
        set
          status_id = ${result.statusId}, driver = null, finished_at = clock_timestamp(),
          verdict = ${result.verdict}, stdout = ${result.stdout}, stderr = ${result.stderr},
          compile_output = ${result.compileOutput}, message = ${result.message},
          exit_code = ${result.exitCode}, exit_signal = ${result.exitSignal},
          "time" = ${result.timeSeconds}, wall_time = ${result.wallTimeSeconds}, memory = ${result.memoryKb},
          results = ${results}, results_bytes = ${lengthOf(results)}
        from (select status_id as status_before from runs where token = ${token} for update) as was
        where token = ${token} and finished_at is null
          and (${onlyOf}::text is null or driver = ${onlyOf})
        returning runs.*, status_before
      )
      select
        finished.*,
        set_config('synchronous_commit', 'off', true),
        case when status_before = ${STATUS_IN_QUEUE} then graphile_worker.remove_job(${jobKeyOf(token)}) end,
        pg_notify(${LIVE_EVENTS_WIRE}, ${writeLiveEvent(RUNS_CHANNEL, event)})
      from finished
    `,
    ),
  );
}

/** Puts a run back to wait. False when it has ended or another server has it run. */
export async function requeueRun(
  db: Database,
  { token, server, tries }: { token: string; server: string; tries: number },
): Promise<boolean> {
  const requeued = await run(
    db,
    sql`
      update runs
      set status_id = ${STATUS_IN_QUEUE}, driver = null, tries = ${tries}
      where token = ${token} and finished_at is null and driver = ${server}
    `,
  );
  return requeued > 0;
}

/**
 * Puts runs back to wait, each with a job, that nobody has run any more: their server has died, or it is this one and has them no longer under way.
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
        set status_id = ${STATUS_IN_QUEUE}, driver = null
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

/** No roll number has a space in it, so these belong to no person. */
export function updateOwnerToNobody(db: Database, owner: string) {
  return run(db, sql`update runs set owner = 'removed ' || owner where owner = ${owner}`);
}
