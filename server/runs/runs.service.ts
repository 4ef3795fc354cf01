import { randomUUID } from 'node:crypto';
import type { RunInput } from '@vlabs/contract/runs/runner';
import type { Language } from '@vlabs/contract/runs/languages';
import { requireRunLanguage } from '@vlabs/contract/runs/run-languages';
import type { LiveTurns } from '@vlabs/contract/runs/live-runs';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import type { Log } from '../platform/postgres/dedicated-connection.ts';
import { notFound } from '../platform/errors.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { LiveEvents } from '../platform/events/live-events.ts';
import { ResponseBudget } from '../platform/connections/response-budget.ts';
import type { Caller } from '../platform/http/serve.ts';
import type { KeySource } from '../platform/key-source.ts';
import { LiveRuns } from './live/live-runs.service.ts';
import {
  MAX_LIST_BYTES,
  type RunState,
  type TextSelection,
  phaseOf,
  readLongRuns,
  readShortRuns,
} from './history/read-runs.ts';
import { deleteRun as deleteEnded } from './history/run-deletion.ts';
import { RunDispatcher } from './dispatching/run-dispatcher.ts';
import {
  countWaitingRuns,
  getPageOfRuns,
  getQueueAge,
  OLD_RUNS_JOB,
  addOldRunsJob,
  deleteRunsOlderThan,
} from './store/run-history.queries.ts';
import { SteppedExamples } from './examples/examples.service.ts';
import { OfferedLanguages } from './languages/offered-languages.service.ts';
import {
  type RunOwner,
  THE_SERVER,
  maxWaitingOn,
  queueIsFull,
  readableOwner,
  runOwnerOf,
} from './limits/run-limits.ts';
import { RunMetrics } from './dispatching/run-metrics.ts';
import {
  RunNotEnded,
  type RunResult,
  isEndedFromOutside,
  type RunLimits,
  type RunRequest,
} from './store/run.ts';
import { type WrittenProgram, planText } from './store/written-program.ts';
import { stopRun } from './dispatching/run-stop.ts';
import { RunOwnerKeys } from './dispatching/run-owner-keys.ts';
import { RunWatch, deadlineOf } from './dispatching/run-watch.ts';
import type { Runners } from './runners/runners.ts';
import { type ShownRun, findShownRun } from './store/shown-runs.queries.ts';
import { z } from 'zod';
import { inTransaction } from '../platform/postgres/database.ts';

const ONE_DAY_MS = 24 * 60 * 60_000;
/** Batch size, so that no statement runs for long. */
const AT_ONCE = 1000;

/** The retention period is part of the job, so the server that started last decides for all. */
const JobPayload = z.object({ days: z.int() });

/** Deletes runs past the retention period, daily and at every start. */
class OldRuns {
  readonly #pool: Pool;
  readonly #days: number;

  /** Create before the jobs are started. */
  constructor({ pool, jobs, days }: { pool: Pool; jobs: Jobs; days: number }) {
    this.#pool = pool;
    this.#days = days;
    jobs.handle(OLD_RUNS_JOB, (payload) => this.#deleteSome(JobPayload.parse(payload).days));
  }

  schedule(): Promise<void> {
    return addOldRunsJob(this.#pool, this.#days, 0);
  }

  /** Adds the next job in the same transaction as the deletion. */
  async #deleteSome(days: number): Promise<void> {
    await inTransaction(this.#pool, async (db) => {
      const deleted = await deleteRunsOlderThan(db, days, AT_ONCE);
      await addOldRunsJob(db, days, deleted === AT_ONCE ? 0 : ONE_DAY_MS);
    });
  }
}

/** Runs of the server wait behind those of people; Judge0 replies to an awaited run only when it has ended. */
const MAX_WAIT_MS = { server: 3_600_000, adder: 300_000, reader: 30_000 };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Replaces a malformed token; no run has this one. */
const NIL = '00000000-0000-0000-0000-000000000000';

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  liveEvents: LiveEvents;
  runners: Runners;
  secrets: KeySource;
  log: Log;
  settings: {
    runDays: number;
    mayDelete: boolean;
    /** When terminals yield; defaults to LIVE_TURNS. */
    liveTurns?: LiveTurns | undefined;
  };
}

/** The requested texts of a run that may still be running. */
interface WaitOptions extends TextSelection {
  /** Aborted when the caller disconnects. */
  gone: AbortSignal;
}

export class Runs {
  readonly #pool: Pool;
  readonly settings: Dependencies['settings'];
  readonly live: LiveRuns;
  readonly runners: Runners;
  readonly languages: OfferedLanguages;
  readonly examples: SteppedExamples;
  readonly #oldRuns: OldRuns;
  readonly #metrics: RunMetrics;
  readonly #watch: RunWatch;
  readonly #dispatcher: RunDispatcher;
  readonly #budget = new ResponseBudget();

  /** Create before the jobs are started. */
  constructor({ pool, jobs, liveEvents, runners, secrets, log, settings }: Dependencies) {
    this.#pool = pool;
    this.runners = runners;
    this.languages = new OfferedLanguages({ pool, runners });
    this.#watch = new RunWatch({ pool, liveEvents });
    this.settings = settings;
    this.#oldRuns = new OldRuns({ pool, jobs, days: settings.runDays });
    this.#metrics = new RunMetrics({
      countWaiting: () => countWaitingRuns(pool),
      readQueueAge: () => getQueueAge(pool),
      askRunners: () => runners.getAvailability(),
      load: () => runners.load,
      livingServers: () => jobs.livingServers,
    });
    const ownerKeys = new RunOwnerKeys(secrets);
    const shared = { pool, jobs, watch: this.#watch, runners, ownerKeys, log };
    const { languages } = this;
    this.#dispatcher = new RunDispatcher({ ...shared, metrics: this.#metrics });
    const trace = this.#traceProgram.bind(this);
    this.examples = new SteppedExamples({ pool, jobs, trace });
    this.live = new LiveRuns({ ...shared, languages, turns: settings.liveTurns });
  }

  /** Adds all runs or none, and returns their tokens. */
  async add(caller: Caller, asked: readonly RunRequest[]): Promise<string[]> {
    const runs = asked.map((run) => ({ ...run, token: randomUUID() }));
    await this.#dispatcher.add(runOwnerOf(caller), runs);
    return runs.map(({ token }) => token);
  }

  /** Adds a run and waits like `waitForRun`, but longer. */
  addAndWait(
    caller: Caller,
    asked: RunRequest,
    wanted: WaitOptions & { longestMs?: number },
  ): Promise<RunState> {
    const reader = readableOwner(caller);
    return this.#addAndWait(runOwnerOf(caller), asked, { ...wanted, reader });
  }

  /** Runs a program for the server itself. Throws if it did not run to an end; `RunNotEnded` if it still may. */
  async runProgram(
    program: WrittenProgram,
    inputs: readonly RunInput[],
    limits: Partial<RunLimits> = {},
  ): Promise<RunResult> {
    const asked = planText(program, inputs, limits);
    const texts = ['compile_output', 'results'] as const;
    const wanted = { reader: THE_SERVER.id, texts, response: null, longestMs: MAX_WAIT_MS.server };
    const { result } = (await this.#addAndWait(THE_SERVER, asked, wanted)).run;
    if (result === null || isEndedFromOutside(result)) throw new RunNotEnded();
    if (result.verdict === 'internal_error') {
      throw new Error('Could not run a program for the server.');
    }
    return result;
  }

  /** Traces a program for the server itself. Throws as `runProgram` does. */
  async #traceProgram(program: WrittenProgram, stdin: string): Promise<RunResult> {
    const asked = { ...planText(program, null), stdin: Buffer.from(stdin), isTrace: true };
    const texts = ['trace', 'compile_output', 'stderr'] as const;
    const wanted = { reader: THE_SERVER.id, texts, response: null, longestMs: MAX_WAIT_MS.server };
    const { result } = (await this.#addAndWait(THE_SERVER, asked, wanted)).run;
    if (result === null || isEndedFromOutside(result)) throw new RunNotEnded();
    return result;
  }

  /** The tools of a language with their versions, such as `C++ (GCC 12.2.0)`. */
  nameOf(language: Language): string {
    return this.runners.nameOf(language);
  }

  async #addAndWait(
    owner: RunOwner,
    asked: RunRequest,
    {
      gone,
      longestMs = MAX_WAIT_MS.adder,
      ...wanted
    }: Partial<WaitOptions> & TextSelection & { reader: string | null; longestMs?: number },
  ): Promise<RunState> {
    const token = randomUUID();
    const waiter = this.#watch.waitForEnd(token);
    try {
      await this.#dispatcher.add(owner, [{ ...asked, token }]);
      const deadline = deadlineOf(gone, longestMs);
      deadline.addEventListener('abort', waiter.cancel);
      const ended = await waiter.woken;
      if (ended) return this.#stateOf({ ...ended, queuePlace: null, isCut: false });
      return await this.#waitUntil(deadline, token, wanted);
    } finally {
      waiter.cancel();
    }
  }

  /** Maximum number of waiting runs over all owners; grows with the runners' slots. */
  get maxWaiting(): number {
    return maxWaitingOn(this.runners.slots);
  }

  /** Throws if the queue can't take this many more runs. */
  async requireQueueCapacity(count: number): Promise<void> {
    const waiting = (await countWaitingRuns(this.#pool)) + this.#dispatcher.sentAhead;
    if (waiting + count > this.maxWaiting) throw queueIsFull();
  }

  async getRun(
    caller: Caller,
    token: string,
    { texts, response }: TextSelection,
  ): Promise<RunState> {
    const wanted = wantOne(readableOwner(caller), token, texts);
    return this.#showOne(await readShortRuns(this.#pool, wanted), { wanted, response });
  }

  /** In the order of the tokens; null for a run this caller can't read. */
  async getRuns(
    caller: Caller,
    tokens: readonly string[],
    wanted: TextSelection,
  ): Promise<(RunState | null)[]> {
    const known = tokens.map((token) => (UUID.test(token) ? token : NIL));
    const found = await this.#readList(readableOwner(caller), known, wanted);
    const byPlace = new Map(found.map((run) => [run.place, run]));
    return tokens.map((_, index) => {
      const run = byPlace.get(index + 1);
      return run ? this.#stateOf(run) : null;
    });
  }

  /** One page of the caller's runs and the total; for an admin, of all runs. */
  async listRuns(caller: Caller, page: { number: number; size: number }, wanted: TextSelection) {
    const owner = readableOwner(caller);
    const offset = (page.number - 1) * page.size;
    const limit = page.size;
    const { tokens, total } = await getPageOfRuns(this.#pool, { owner, offset, limit });
    const runs = await this.#readList(owner, tokens, wanted);
    return { states: runs.map((run) => this.#stateOf(run)), total };
  }

  async #readList(owner: string | null, tokens: string[], { texts, response }: TextSelection) {
    const wanted = { owner, tokens, texts, maxBytes: MAX_LIST_BYTES };
    const short = await readShortRuns(this.#pool, wanted);
    return readLongRuns({ pool: this.#pool, budget: this.#budget }, short, { wanted, response });
  }

  async #showOne(short: ShownRun[], asked: Parameters<typeof readLongRuns>[2]): Promise<RunState> {
    const [run] = await readLongRuns({ pool: this.#pool, budget: this.#budget }, short, asked);
    if (!run) throw notFound('The run');
    return this.#stateOf(run);
  }

  async deleteRun(caller: Caller, token: string, wanted: TextSelection): Promise<RunState> {
    const state = await this.getRun(caller, token, wanted);
    await deleteEnded(this.#pool, state.run);
    return state;
  }

  #stateOf(run: RunState['run'] & Pick<ShownRun, 'queuePlace'>): RunState {
    const progress = this.#watch.progressOf(run.token);
    return {
      run,
      phase: phaseOf(run, progress?.phase ?? 'running'),
      queuePlace: run.queuePlace ?? (run.finishedAt ? null : (progress?.place ?? null)),
      languageName: this.runners.nameOf(requireRunLanguage(run.program.languageId)),
    };
  }

  /** Returns when the run ends, after 30 s, or when the caller disconnects. */
  waitForRun(caller: Caller, token: string, wanted: WaitOptions): Promise<RunState> {
    const deadline = deadlineOf(wanted.gone, MAX_WAIT_MS.reader);
    const reader = readableOwner(caller);
    return this.#waitUntil(deadline, token, { ...wanted, reader });
  }

  async #waitUntil(
    deadline: AbortSignal,
    token: string,
    { reader, texts, response }: TextSelection & { reader: string | null },
  ): Promise<RunState> {
    const wanted = wantOne(reader, token, texts);
    for (;;) {
      const { woken, cancel } = this.#watch.waitForEnd(token);
      deadline.addEventListener('abort', cancel);
      try {
        const short = await readShortRuns(this.#pool, wanted);
        const isOver = short[0]?.finishedAt !== null || deadline.aborted || this.#watch.isClosed;
        if (isOver) return await this.#showOne(short, { wanted, response });
        await woken;
      } finally {
        deadline.removeEventListener('abort', cancel);
        cancel();
      }
    }
  }

  /** Stops a run on any server; has no effect on one that has ended. */
  async stopRun(caller: Caller, token: string): Promise<void> {
    const owner = readableOwner(caller);
    const run = UUID.test(token) ? await findShownRun(this.#pool, token, owner) : null;
    if (!run) throw notFound('The run');
    await stopRun({ pool: this.#pool, watch: this.#watch }, run, caller);
  }

  getRunsAvailability(): Promise<{ available: boolean; reason: string | null }> {
    return this.runners.getAvailability();
  }

  registerMetrics(registry: Registry): void {
    this.#metrics.register(registry);
  }

  /** Call after the jobs are started. */
  async start(): Promise<void> {
    await Promise.all([this.#oldRuns.schedule(), this.#dispatcher.start(), this.live.start()]);
  }

  /** Hands back running programs and answers waiting callers. Call before the jobs are stopped. */
  async stop(): Promise<void> {
    await Promise.all([this.live.stop(), this.#dispatcher.stop()]);
    this.#watch.close();
  }
}

/** Other people's runs are treated as not found. */
const wantOne = (owner: string | null, token: string, texts: TextSelection['texts']) => ({
  tokens: UUID.test(token) ? [token] : [],
  owner,
  texts,
  maxBytes: Number.MAX_SAFE_INTEGER,
});
