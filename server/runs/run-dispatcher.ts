import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Log } from '../platform/dedicated-connection.ts';
import { inTransaction } from '../platform/database.ts';
import { type Jobs, addJob } from '../platform/jobs.ts';
import type { RunAttributes } from './run-attributes.ts';
import type { RunMetrics } from './run-metrics.ts';
import { type RunResult, failedRun, stoppedRun } from './run-result.ts';
import type { RunWatch } from './run-watch.ts';
import { RunnerAway, RunnerBusy, RunnerRefusal, type Runners, type RunWork } from './runners.ts';
import {
  RUN_JOB,
  type RunRecord,
  claimRun,
  finishRun,
  requeueLostRuns,
  requeueRun,
  runJob,
} from './runs.queries.ts';
import { findShownRun } from './shown-runs.queries.ts';

/** When a run is tried again that no runner gave an answer to; after the last it ends without one. */
const RETRY_DELAYS_MS = [100, 250, 500, 1000, 2000, 4000, 8000, 15_000];
const RETRY_BUSY_MS = 500;
/** A run that found every queue full for so long ends without an answer. */
const LONGEST_BUSY_MS = 10 * 60_000;
/** How often every server looks for runs whose server has died. */
const LOOK_FOR_LOST_MS = 5000;
/** What runs under way are given to end in when the server stops. */
const GRACE_MS = 5000;

const UNAVAILABLE =
  'Execution is unavailable: no runner gave an answer. Try again in a few minutes.';

/** The run has ended by other means, so nobody wants its result. */
class RunHasEnded extends Error {
  override name = 'RunHasEnded';
}

class ServerStops extends Error {
  override name = 'ServerStops';
}

/** Whoever adds the run hears why it was not kept. */
const isKept = (added: Promise<unknown>): Promise<boolean> =>
  added.then(
    () => true,
    () => false,
  );

export type Runnable = RunAttributes &
  Pick<RunRecord, 'token' | 'priority' | 'tries' | 'created_at'>;

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  watch: RunWatch;
  runners: Runners;
  metrics: RunMetrics;
  log: Log;
}

interface UnderWay {
  /** Aborted when nobody wants the result. */
  controller: AbortController;
  /** Aborted when somebody wants the run to end with what it has brought. */
  stop: AbortController;
  ended: Promise<void>;
}

const JobPayload = z.object({ token: z.uuid() });

/** Has runs run: what this server has just added at once where there is room, the rest as jobs. */
export class RunDispatcher {
  readonly #given: Dependencies;
  readonly #underWay = new Map<string, UnderWay>();
  #reserved = 0;
  #hasLeftJobs = false;
  readonly #left = new Set<string>();
  #stopping = false;
  #lookForLost: NodeJS.Timeout | undefined;

  constructor(given: Dependencies) {
    this.#given = given;
    given.jobs.handle(RUN_JOB, (payload) => this.#workOff(JobPayload.parse(payload).token), {
      isFull: () => this.#leavesJobs(),
    });
    given.watch.onEnd((token) => {
      this.#left.delete(token);
      this.#underWay.get(token)?.controller.abort(new RunHasEnded());
    });
    given.watch.onStop((token) => this.#underWay.get(token)?.stop.abort());
  }

  /** Looks for runs that nobody has run any more, now and from time to time. */
  async start(): Promise<void> {
    this.#lookForLost = setInterval(() => void this.#requeueLost(), LOOK_FOR_LOST_MS).unref();
    await this.#requeueLost();
  }

  /** How many runs of this server wait at a runner. */
  get sentAhead(): number {
    return Math.max(0, this.#underWay.size + this.#reserved - this.#given.runners.slots);
  }

  /** Keeps room for a run that is about to be added; false when others wait for room already. */
  reserve(): boolean {
    if (this.#hasLeftJobs || this.#left.size > 0 || !this.#hasRoom()) return false;
    this.#reserved += 1;
    return true;
  }

  /** A run was added without room: until some server takes it, later ones do not pass it. */
  leave(token: string): void {
    this.#left.add(token);
    setTimeout(() => this.#left.delete(token), LONGEST_BUSY_MS).unref();
  }

  /** Gives room back that was reserved and not used. */
  release(count = 1): void {
    this.#reserved -= count;
    this.#fillRoom();
  }

  /**
   * Has a run run in the room that was reserved for it.
   * @param added is kept once the run is in the database; a run that was refused there is given up
   */
  startReserved(run: Runnable, added: Promise<unknown> = Promise.resolve()): void {
    this.#reserved -= 1;
    this.#start(run, added).catch((error: unknown) =>
      this.#given.log.error(
        { err: error },
        'The state of a run could not be kept, so it is run again.',
      ),
    );
  }

  /** Takes no more runs; those that do not end soon are handed back for another server to run. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#lookForLost);
    const ends = [...this.#underWay.values()].map(({ ended }) => ended);
    const grace = new AbortController();
    await Promise.race([
      Promise.allSettled(ends),
      delay(GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined),
    ]);
    grace.abort();
    for (const { controller } of this.#underWay.values()) controller.abort(new ServerStops());
    await Promise.allSettled(ends);
  }

  #hasRoom(): boolean {
    const most = Math.max(1, this.#given.runners.capacity);
    return !this.#stopping && this.#underWay.size + this.#reserved < most;
  }

  #leavesJobs(): boolean {
    this.#hasLeftJobs ||= !this.#hasRoom();
    return this.#hasLeftJobs;
  }

  #fillRoom(): void {
    if (!this.#hasLeftJobs || !this.#hasRoom()) return;
    this.#hasLeftJobs = false;
    this.#given.jobs.nudge();
  }

  /** Takes a run over and is done at once, so however long programs run, the workers are free. */
  async #workOff(token: string): Promise<void> {
    const { pool, jobs } = this.#given;
    this.#left.delete(token);
    if (this.#stopping) return this.#leaveToOthers(token);
    this.#reserved += 1;
    try {
      const taken = await claimRun(pool, token, jobs.serverName);
      // Others may have taken this server for dead while it had the run run: then it is claimed anew.
      if (taken && !this.#underWay.has(token)) return this.startReserved(taken);
    } catch (error) {
      this.release();
      throw error;
    }
    return this.release();
  }

  async #leaveToOthers(token: string): Promise<void> {
    const { pool } = this.#given;
    const run = await findShownRun(pool, token);
    if (run && !run.finished_at) await addJob(pool, runJob(run, 0));
  }

  async #requeueLost(): Promise<void> {
    const { pool, jobs, log } = this.#given;
    if (!jobs.knowsTheDead) return;
    const underWay = [...this.#underWay.keys()];
    const wanted = { server: jobs.serverName, underWay, afterMs: LOOK_FOR_LOST_MS };
    try {
      const lost = await requeueLostRuns(pool, wanted);
      if (lost > 0) log.warn({ runs: lost }, 'Runs that nobody has run any more are run again.');
    } catch (error) {
      log.warn({ err: error }, 'Lost runs could not be looked for.');
    }
  }

  #start(run: Runnable, added: Promise<unknown>): Promise<void> {
    const controller = new AbortController();
    added.catch(() => controller.abort(new RunHasEnded()));
    const stop = new AbortController();
    const signals = { signal: controller.signal, stop: stop.signal };
    const ended = this.#haveRun(run, signals, added).finally(() => {
      this.#underWay.delete(run.token);
      this.#given.watch.forget(run.token);
      this.#fillRoom();
    });
    this.#underWay.set(run.token, { controller, stop, ended });
    return ended;
  }

  async #haveRun(
    run: Runnable,
    signals: Pick<RunWork, 'signal' | 'stop'>,
    added: Promise<unknown>,
  ): Promise<void> {
    const { runners, watch, metrics } = this.#given;
    const measured = metrics.measure(run);
    let result: RunResult;
    try {
      result = await runners.runProgram(run, {
        ...signals,
        priority: run.priority,
        onEvent: (event) => {
          if (event.event !== 'queued') measured.begin();
          const place = event.event === 'queued' ? event.place : null;
          watch.setProgress(run.token, { phase: event.event, place });
        },
      });
    } catch (error) {
      if (!(await isKept(added))) return undefined;
      if (signals.stop.aborted && !signals.signal.aborted) {
        return this.#finish(run, stoppedRun());
      }
      return this.#takeBack(run, error);
    }
    if (!(await isKept(added))) return undefined;
    measured.end(result.verdict);
    return this.#finish(run, result);
  }

  async #finish(run: Runnable, result: RunResult): Promise<void> {
    const ended = await finishRun(this.#given.pool, run.token, result);
    // It is told to the end, so hearing of the end does not abort it.
    this.#underWay.delete(run.token);
    this.#given.watch.end(run.token, ended);
  }

  /** The run has no result: it is tried again, or ends without one. */
  async #takeBack(run: Runnable, error: unknown): Promise<void> {
    const { log } = this.#given;
    if (error instanceof RunHasEnded) return undefined;
    if (error instanceof ServerStops) return this.#requeue(run, run.tries, 0);
    if (error instanceof RunnerRefusal) {
      log.error({ err: error }, 'A runner refused a run.');
      return this.#finish(run, failedRun(error.message));
    }
    if (error instanceof RunnerBusy && Date.now() - run.created_at.getTime() < LONGEST_BUSY_MS) {
      return this.#requeue(run, run.tries, Math.max(RETRY_BUSY_MS, error.retryAfterMs));
    }
    if (!(error instanceof RunnerAway || error instanceof RunnerBusy)) throw error;
    log.warn({ err: error, tries: run.tries + 1 }, 'A run got no answer from a runner.');
    const delayMs = RETRY_DELAYS_MS[run.tries];
    if (delayMs === undefined) return this.#finish(run, failedRun(UNAVAILABLE));
    return this.#requeue(run, run.tries + 1, delayMs);
  }

  async #requeue(run: Runnable, tries: number, delayMs: number): Promise<void> {
    const { pool, jobs } = this.#given;
    await inTransaction(pool, async (db) => {
      const again = { token: run.token, server: jobs.serverName, tries };
      if (await requeueRun(db, again)) await addJob(db, runJob(run, delayMs));
    });
    // The queue itself looks for due jobs more seldom than this.
    setTimeout(() => jobs.nudge(), delayMs + 1).unref();
  }
}
