import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { MAX_BUSY_MS, RunHasEnded, ServerStops, afterFailure, isKept } from './after-failure.ts';
import { LostRuns, type LostRunsDependencies } from './lost-runs.ts';
import {
  type RunOwner,
  serializePerOwner,
  requireCapacity,
  isCheck,
  requireCheck,
} from '../limits/run-limits.ts';
import type { RunMetrics } from './run-metrics.ts';
import type { RunOwnerKeys } from './run-owner-keys.ts';
import type { RunWatch } from './run-watch.ts';
import type { Runners, RunWork } from '../runners/runners.ts';
import {
  RUN_JOB,
  claimRun,
  finishRun,
  insertRuns,
  requeueRun,
  runJob,
} from '../store/runs.queries.ts';
import { findShownRun } from '../store/shown-runs.queries.ts';
import {
  type Run,
  type RunResult,
  stoppedRun,
  type RunPlan,
  type TokenedRun,
} from '../store/run.ts';

/** Long runs take no capacity from others, up to this multiple of it. */
const MAX_WITH_LONG = 8;
/** Time for running programs to end when the server stops. */
const GRACE_MS = 5000;

type Runnable = RunPlan &
  Pick<Run, 'token' | 'owner' | 'assignment' | 'priority' | 'tries' | 'createdAt'>;

interface Dependencies extends LostRunsDependencies {
  watch: RunWatch;
  runners: Runners;
  ownerKeys: RunOwnerKeys;
  metrics: RunMetrics;
}

interface UnderWay {
  /** Aborted when the result is no longer needed. */
  controller: AbortController;
  /** Aborted to end the run early and keep its output so far. */
  stop: AbortController;
  ended: Promise<void>;
  /** The runner has other slots for it. */
  isLong: boolean;
}

const JobPayload = z.object({ token: z.uuid() });

/** Dispatches runs: immediately when a runner has capacity, otherwise as a job. */
export class RunDispatcher {
  readonly #given: Dependencies;
  readonly #underWay = new Map<string, UnderWay>();
  #reserved = 0;
  /** The job queue was told that there is no capacity, so jobs may wait. */
  #wasFull = false;
  /** Runs of this server that wait as jobs. */
  readonly #waiting = new Set<string>();
  #stopping = false;
  readonly #lost: LostRuns;

  constructor(given: Dependencies) {
    this.#given = given;
    this.#lost = new LostRuns(given, () => [...this.#underWay.keys()]);
    given.jobs.handle(RUN_JOB, (payload) => this.#process(JobPayload.parse(payload).token), {
      isFull: () => this.#isFull(),
    });
    given.watch.onEnd((token) => {
      this.#waiting.delete(token);
      this.#underWay.get(token)?.controller.abort(new RunHasEnded());
    });
    given.watch.onStop((token) => this.#underWay.get(token)?.stop.abort());
  }

  start(): Promise<void> {
    return this.#lost.start();
  }

  /** Number of this server's runs that are queued at a runner. */
  get sentAhead(): number {
    const { slots } = this.#given.runners;
    return Math.max(0, this.#underWay.size + this.#reserved - this.#shareOf(slots));
  }

  /** This server's share of the runners, which all servers use. */
  #shareOf(capacity: number): number {
    return Math.floor(capacity / this.#given.jobs.livingServers);
  }

  /** Adds all of these runs or none, subject to the owner's limits, and dispatches them. */
  add(owner: RunOwner, asked: readonly TokenedRun[]): Promise<void> {
    return serializePerOwner(this.#given.pool, owner, () => this.#addSerially(owner, asked));
  }

  /**
   * A program with a reserved slot starts while its row is still being written (docs/decisions/0026). Its
   * result is held back until the row is committed; if the write fails, the program is stopped silently.
   */
  async #addSerially(owner: RunOwner, asked: readonly TokenedRun[]): Promise<void> {
    const { pool, jobs } = this.#given;
    const count = asked.length;
    const reserved = this.#reserve(count);
    const kept = Promise.withResolvers<void>();
    // Prevents an unhandled rejection when no run is waiting for the commit.
    kept.promise.catch(() => undefined);
    let hasBegun = false;
    const write = async (db: Database): Promise<void> => {
      const wanted = { count, sentAhead: this.sentAhead, slots: this.#given.runners.slots };
      const priorities = await requireCapacity(db, owner, wanted);
      if (owner.isLimited && asked.some(isCheck)) await requireCheck(db, owner.id);
      const runs = asked.map((run, index) => ({
        ...run,
        owner: owner.id,
        priority: priorities[index] ?? 0,
        driver: index < reserved ? jobs.serverName : null,
      }));
      const written = insertRuns(db, runs);
      hasBegun = true;
      const createdAt = new Date();
      for (const run of runs.slice(0, reserved)) {
        this.#startReserved({ ...run, tries: 0, createdAt }, kept.promise);
      }
      await written;
    };
    try {
      // A single run without limits and without a job takes one statement.
      const isOneStatement = !owner.isLimited && count === 1 && reserved === 1;
      await (isOneStatement ? write(pool) : inTransaction(pool, write, { once: true }));
      kept.resolve();
      for (const { token } of asked.slice(reserved)) this.#noteWaiting(token);
    } catch (error) {
      kept.reject(error);
      if (!hasBegun) this.#release(reserved);
      throw error;
    }
  }

  /** Reserves slots for up to `count` new runs, unless earlier runs are waiting for one. */
  #reserve(count: number): number {
    let reserved = 0;
    while (reserved < count && !this.#wasFull && this.#waiting.size === 0 && this.#hasCapacity()) {
      this.#reserved += 1;
      reserved += 1;
    }
    return reserved;
  }

  /** Records a run that is waiting as a job; later runs do not overtake it. */
  #noteWaiting(token: string): void {
    this.#waiting.add(token);
    setTimeout(() => this.#waiting.delete(token), MAX_BUSY_MS).unref();
  }

  /** Returns unused reserved slots. */
  #release(count = 1): void {
    this.#reserved -= count;
    this.#fillCapacity();
  }

  /** @param kept resolves when the run is committed, rejects if the write fails */
  #startReserved(run: Runnable, kept: Promise<unknown> = Promise.resolve()): void {
    this.#reserved -= 1;
    this.#start(run, kept).catch((error: unknown) =>
      this.#given.log.error(
        { err: error },
        'Could not save the state of a run; it will run again.',
      ),
    );
  }

  /** Stops taking runs. Runs that do not end within the grace period are handed back for another server. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#lost.stop();
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

  #hasCapacity(): boolean {
    const max = Math.max(1, this.#shareOf(this.#given.runners.capacity));
    const count = this.#underWay.size + this.#reserved;
    const long = [...this.#underWay.values()].filter(({ isLong }) => isLong).length;
    return !this.#stopping && count - long < max && count < MAX_WITH_LONG * max;
  }

  #isFull(): boolean {
    this.#wasFull ||= !this.#hasCapacity();
    return this.#wasFull;
  }

  #fillCapacity(): void {
    if (!this.#wasFull || !this.#hasCapacity()) return;
    this.#wasFull = false;
    this.#given.jobs.nudge();
  }

  /** Claims a run and returns without waiting for it, so that long programs do not hold up the job workers. */
  async #process(token: string): Promise<void> {
    const { pool, jobs } = this.#given;
    this.#waiting.delete(token);
    if (this.#stopping) return this.#requeueJob(token);
    this.#reserved += 1;
    try {
      const taken = await claimRun(pool, token, jobs.serverName);
      // Other servers may have declared this one dead during the run; it is then claimed again.
      if (taken && !this.#underWay.has(token)) return this.#startReserved(taken);
    } catch (error) {
      this.#release();
      throw error;
    }
    return this.#release();
  }

  /** For a server that is not stopping. */
  async #requeueJob(token: string): Promise<void> {
    const { pool } = this.#given;
    const run = await findShownRun(pool, token);
    if (run && !run.finishedAt) await addJob(pool, runJob(run, 0));
  }

  #start(run: Runnable, kept: Promise<unknown>): Promise<void> {
    const controller = new AbortController();
    kept.catch(() => controller.abort(new RunHasEnded()));
    const stop = new AbortController();
    const signals = { signal: controller.signal, stop: stop.signal };
    const ended = this.#haveRun(run, signals, kept).finally(() => {
      this.#underWay.delete(run.token);
      this.#given.watch.forget(run.token);
      this.#fillCapacity();
    });
    this.#underWay.set(run.token, { controller, stop, ended, isLong: false });
    return ended;
  }

  #noteLong(token: string): void {
    const run = this.#underWay.get(token);
    if (run) run.isLong = true;
    this.#fillCapacity();
  }

  async #haveRun(
    run: Runnable,
    signals: Pick<RunWork, 'signal' | 'stop'>,
    kept: Promise<unknown>,
  ): Promise<void> {
    const { runners, ownerKeys, watch, metrics } = this.#given;
    const measured = metrics.measure(run);
    let result: RunResult;
    try {
      result = await runners.runProgram(run, {
        ...signals,
        priority: run.priority,
        owner: ownerKeys.of(run.owner),
        isCheck: isCheck(run),
        onEvent: (event) => {
          if (event.isLong) this.#noteLong(run.token);
          if (event.event !== 'queued') measured.begin();
          const place = event.event === 'queued' ? event.place : null;
          watch.setProgress(run.token, { phase: event.event, place });
        },
      });
    } catch (error) {
      if (!(await isKept(kept))) return undefined;
      if (signals.stop.aborted && !signals.signal.aborted) {
        return this.#finish(run, stoppedRun());
      }
      return this.#takeBack(run, error);
    }
    if (!(await isKept(kept))) return undefined;
    measured.end(result.verdict);
    return this.#finish(run, result);
  }

  async #finish(run: Runnable, result: RunResult, onlyOf: string | null = null): Promise<void> {
    const ended = await finishRun(this.#given.pool, run.token, result, onlyOf);
    // Removed first, so that the end event does not abort this run.
    this.#underWay.delete(run.token);
    this.#given.watch.end(run.token, ended);
  }

  /** Handles a run without a result: schedules a retry or fails it. */
  async #takeBack(run: Runnable, error: unknown): Promise<void> {
    const next = afterFailure(run, error);
    if (!next) return undefined;
    const { logged, end, again } = next;
    if (logged) this.#given.log[logged.level]({ err: error, tries: run.tries + 1 }, logged.text);
    if (end) return this.#finish(run, end, this.#given.jobs.serverName);
    if (again) await this.#requeue(run, again.tries, again.delayMs);
  }

  async #requeue(run: Runnable, tries: number, delayMs: number): Promise<void> {
    const { pool, jobs } = this.#given;
    await inTransaction(pool, async (db) => {
      const again = { token: run.token, server: jobs.serverName, tries };
      if (await requeueRun(db, again)) await addJob(db, runJob(run, delayMs));
    });
    // The job queue polls less often than this.
    setTimeout(() => jobs.nudge(), delayMs + 1).unref();
  }
}
