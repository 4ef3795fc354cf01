import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import type { Log } from '../platform/dedicated-connection.ts';
import { notFound } from '../platform/errors.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { LiveEvents } from '../platform/live-events.ts';
import type { Caller } from '../platform/serve.ts';
import { type AddedRun, addRuns } from './add-runs.ts';
import { requireLanguage } from './languages.ts';
import { LiveRuns } from './live-runs.service.ts';
import { OldRuns } from './old-runs.ts';
import { type AttributeErrors, readAttributes, recordOf } from './run-attributes.ts';
import { deleteRun as deleteEnded } from './run-deletion.ts';
import { RunDispatcher } from './run-dispatcher.ts';
import { type RunState, phaseOf } from './run-fields.ts';
import { countWaitingRuns, getPageOfRuns } from './run-history.queries.ts';
import { RunInformation } from './run-information.ts';
import { isReadable, ownerOf, requireBatchSize } from './run-limits.ts';
import { RunMetrics } from './run-metrics.ts';
import { MOST_WAITING } from './judge0-information.ts';
import {
  badRequest,
  invalidAttributes,
  invalidBatch,
  queueIsFull,
  runNotFound,
} from './run-refusals.ts';
import { stopRun } from './run-stop.ts';
import { RunWatch, deadlineOf } from './run-watch.ts';
import type { Runners } from './runners.ts';
import { type RunWithPlace, findRun, listRunsOf } from './runs.queries.ts';

const LONGEST_WAIT_MS = 30_000;
/** Judge0 answers whoever adds a run and waits only when it has ended; a run may queue and take minutes. */
const LONGEST_WAIT_OF_ADDER_MS = 5 * 60_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  liveEvents: LiveEvents;
  runners: Runners;
  log: Log;
  settings: RunSettings;
}

export interface RunSettings {
  /** How long runs are kept. */
  runDays: number;
  /** May runs be deleted by a call. */
  mayDelete: boolean;
}

/** The token of a run that was added, or why it was not. */
type Wanted = { token: string } | AttributeErrors;

export interface RunRequest {
  values: Readonly<Record<string, unknown>>;
  /** Texts among the values are base64. */
  base64: boolean;
}

export class Runs {
  readonly #pool: Pool;
  readonly #jobs: Jobs;
  readonly settings: RunSettings;
  readonly information: RunInformation;
  readonly live: LiveRuns;
  readonly #runners: Runners;
  readonly #oldRuns: OldRuns;
  readonly #metrics: RunMetrics;
  readonly #watch: RunWatch;
  readonly #dispatcher: RunDispatcher;

  /** Made before the jobs are started. */
  constructor({ pool, jobs, liveEvents, runners, log, settings }: Dependencies) {
    this.#pool = pool;
    this.#jobs = jobs;
    this.#runners = runners;
    const watch = new RunWatch({ pool, liveEvents, log });
    this.#watch = watch;
    this.settings = settings;
    this.#oldRuns = new OldRuns({ pool, jobs, days: settings.runDays });
    this.information = new RunInformation({ pool, runners });
    const counts = { countWaiting: () => countWaitingRuns(pool), load: () => runners.load };
    const metrics = new RunMetrics(counts);
    this.#metrics = metrics;
    this.#dispatcher = new RunDispatcher({ pool, jobs, watch, runners, metrics, log });
    this.live = new LiveRuns({ pool, jobs, watch, runners, log });
  }

  /** Adds a run and gives its token. */
  async createRun(caller: Caller, request: RunRequest): Promise<string> {
    const token = randomUUID();
    await this.#addRun(caller, request, token);
    return token;
  }

  /** Adds a run and answers as `waitForRun` does, but waits longer. */
  async createRunAndWait(
    caller: Caller,
    request: RunRequest,
    { gone, longestMs = LONGEST_WAIT_OF_ADDER_MS }: { gone: AbortSignal; longestMs?: number },
  ): Promise<RunState> {
    const token = randomUUID();
    const waiter = this.#watch.waitForEnd(token);
    try {
      await this.#addRun(caller, request, token);
      const deadline = deadlineOf(gone, longestMs);
      deadline.addEventListener('abort', waiter.cancel);
      const ended = await waiter.woken;
      if (ended) return this.#stateOf({ ...ended, queuePlace: null });
      return await this.#waitUntil(deadline, caller, token);
    } finally {
      waiter.cancel();
    }
  }

  async #addRun(caller: Caller, { values, base64 }: RunRequest, token: string): Promise<void> {
    const read = readAttributes(values, { base64 });
    if ('errors' in read) throw invalidAttributes(read.errors);
    await this.#addRuns(caller, [{ ...read.attributes, token }]);
  }

  /** Adds those of a batch that can be run; for the others their errors stand in their places. */
  async createRuns(caller: Caller, submissions: unknown, base64: boolean): Promise<Wanted[]> {
    const sent: unknown[] = Array.isArray(submissions) ? submissions : [];
    requireBatchSize(sent.length);
    const all = sent.map((values) => readAttributes(recordOf(values), { base64 }));
    const errors = all.flatMap((read) => ('errors' in read ? [read.errors] : []));
    if (errors.length === all.length) throw invalidBatch(errors);
    const added: AddedRun[] = [];
    const wanted = all.map((read) => {
      if ('errors' in read) return read.errors;
      const token = randomUUID();
      added.push({ ...read.attributes, token });
      return { token };
    });
    await this.#addRuns(caller, added);
    return wanted;
  }

  #addRuns(caller: Caller, added: readonly AddedRun[]): Promise<void> {
    const [pool, jobs, dispatcher] = [this.#pool, this.#jobs, this.#dispatcher];
    return addRuns({ pool, jobs, dispatcher }, caller, added);
  }

  /** Throws where so many more runs have no place in the queue. */
  async requireRoomInQueue(count: number): Promise<void> {
    const waiting = (await countWaitingRuns(this.#pool)) + this.#dispatcher.sentAhead;
    if (waiting + count > MOST_WAITING) throw queueIsFull();
  }

  async getRun(caller: Caller, token: string): Promise<RunState> {
    const run = await this.#findReadable(caller, token);
    if (!run) throw runNotFound();
    return this.#stateOf(run);
  }

  /** In the order of the tokens; null for one that this caller does not find. */
  async getRuns(caller: Caller, tokens: readonly string[]): Promise<(RunState | null)[]> {
    requireBatchSize(tokens.length);
    const found = await listRunsOf(
      this.#pool,
      tokens.filter((token) => UUID.test(token)),
    );
    const readable = found.filter((run) => isReadable(caller, run));
    const byToken = new Map(readable.map((run) => [run.token, run]));
    return tokens.map((token) => {
      const run = byToken.get(token.toLowerCase());
      return run ? this.#stateOf(run) : null;
    });
  }

  /** A page of the caller's runs, newest first, and how many there are; of everyone's for an admin. */
  async listRuns(caller: Caller, page: number, perPage: number) {
    const owner = caller.role === 'admin' ? null : ownerOf(caller);
    const offset = (page - 1) * perPage;
    const { tokens, total } = await getPageOfRuns(this.#pool, { owner, offset, limit: perPage });
    const runs = await listRunsOf(this.#pool, tokens);
    const places = new Map(tokens.map((token, index) => [token, index]));
    const inOrder = runs.toSorted(
      (one, other) => (places.get(one.token) ?? 0) - (places.get(other.token) ?? 0),
    );
    return { states: inOrder.map((run) => this.#stateOf(run)), total };
  }

  /** Gives the run that was deleted. */
  async deleteRun(caller: Caller, token: string): Promise<RunState> {
    if (!this.settings.mayDelete) throw badRequest('delete not allowed');
    const state = await this.getRun(caller, token);
    await deleteEnded(this.#pool, state.run);
    return state;
  }

  #stateOf(run: RunWithPlace): RunState {
    const progress = this.#watch.progressOf(run.token);
    return {
      run,
      phase: phaseOf(run, progress?.phase ?? 'running'),
      queuePlace: run.queuePlace ?? (run.finished_at ? null : (progress?.place ?? null)),
      languageName: this.#runners.nameOf(requireLanguage(run.language_id).language),
    };
  }

  /** Answers when the run has ended, or after 30 s, or when the caller is gone, with its state then. */
  waitForRun(caller: Caller, token: string, gone: AbortSignal): Promise<RunState> {
    return this.#waitUntil(deadlineOf(gone, LONGEST_WAIT_MS), caller, token);
  }

  async #waitUntil(deadline: AbortSignal, caller: Caller, token: string): Promise<RunState> {
    for (;;) {
      const { woken, cancel } = this.#watch.waitForEnd(token);
      deadline.addEventListener('abort', cancel);
      try {
        const state = await this.getRun(caller, token);
        if (state.run.finished_at || deadline.aborted || this.#watch.isClosed) return state;
        await woken;
      } finally {
        deadline.removeEventListener('abort', cancel);
        cancel();
      }
    }
  }

  /** Ends a run wherever it is; one that has ended stays as it is. */
  async stopRun(caller: Caller, token: string): Promise<void> {
    const run = await this.#findReadable(caller, token);
    if (!run) throw notFound('The run');
    await stopRun({ pool: this.#pool, watch: this.#watch }, run, caller);
  }

  getRunsAvailability(): Promise<{ available: boolean; reason: string | null }> {
    return this.#runners.getAvailability();
  }

  registerMetrics(registry: Registry): void {
    this.#metrics.register(registry);
  }

  /** Once the jobs are started. */
  async start(): Promise<void> {
    await Promise.all([this.#oldRuns.schedule(), this.#dispatcher.start(), this.live.start()]);
  }

  /** Hands back what is under way and answers everyone who waits. Before the jobs are stopped. */
  async stop(): Promise<void> {
    await Promise.all([this.live.stop(), this.#dispatcher.stop()]);
    this.#watch.close();
  }

  /** A run of someone else is not there. */
  async #findReadable(caller: Caller, token: string) {
    const run = UUID.test(token) ? await findRun(this.#pool, token) : null;
    return run && isReadable(caller, run) ? run : null;
  }
}
