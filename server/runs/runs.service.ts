import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Log } from '../platform/dedicated-connection.ts';
import { type Database, inTransaction } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { LiveEvents } from '../platform/live-events.ts';
import type { Caller } from '../platform/serve.ts';
import { languages, requireLanguage } from './languages.ts';
import { readAttributes } from './run-attributes.ts';
import { RunDispatcher, SAFETY_NET_MS } from './run-dispatcher.ts';
import type { RunState } from './run-fields.ts';
import type { Phase } from './run-phases.ts';
import {
  invalidAttributes,
  queueIsFull,
  runNotFound,
  tooManyThisMinute,
  tooManyUnderWay,
} from './run-refusals.ts';
import { STATUS_IN_QUEUE, stoppedRun } from './run-result.ts';
import { RunWatch } from './run-watch.ts';
import type { RunnerPool } from './runner-client.ts';
import {
  type RunRecord,
  findRun,
  finishRun,
  getLoad,
  insertRun,
  lockOwner,
} from './runs.queries.ts';

/** Of everyone; runs beyond are refused. Counted without a lock, so a burst may pass it by a few. */
const MOST_WAITING = 100;
/** A student's, waiting or running. */
const MOST_UNDER_WAY = 2;
const MOST_PER_MINUTE = 30;
const LONGEST_WAIT_MS = 30_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Dependencies {
  pool: Pool;
  jobs: Jobs;
  liveEvents: LiveEvents;
  runners: RunnerPool;
  log: Log;
}

export interface RunRequest {
  values: Readonly<Record<string, unknown>>;
  /** Texts among the values are base64. */
  base64: boolean;
}

export class Runs {
  readonly #pool: Pool;
  readonly #jobs: Jobs;
  readonly #runners: RunnerPool;
  readonly #watch: RunWatch;
  readonly #dispatcher: RunDispatcher;

  /** Made before the jobs are started. */
  constructor({ pool, jobs, liveEvents, runners, log }: Dependencies) {
    this.#pool = pool;
    this.#jobs = jobs;
    this.#runners = runners;
    this.#watch = new RunWatch({ pool, liveEvents, log });
    this.#dispatcher = new RunDispatcher({ pool, jobs, watch: this.#watch, runners, log });
  }

  /** Adds a run and gives its token. */
  async createRun(caller: Caller, request: RunRequest): Promise<string> {
    const token = randomUUID();
    await this.#addRun(caller, request, token);
    return token;
  }

  /** Adds a run and answers as `waitForRun` does. */
  async createRunAndWait(
    caller: Caller,
    request: RunRequest,
    gone: AbortSignal,
  ): Promise<RunState> {
    const token = randomUUID();
    const waiter = this.#watch.waitForEnd(token);
    try {
      await this.#addRun(caller, request, token);
      const deadline = deadlineOf(gone);
      deadline.addEventListener('abort', waiter.cancel);
      await waiter.woken;
      return await this.#waitUntil(deadline, caller, token);
    } finally {
      waiter.cancel();
    }
  }

  async #addRun(caller: Caller, { values, base64 }: RunRequest, token: string): Promise<void> {
    const read = readAttributes(values, { base64 });
    if ('errors' in read) throw invalidAttributes(read.errors);
    const isReserved = this.#dispatcher.reserve();
    try {
      const driver = isReserved ? this.#jobs.serverName : null;
      const priority = await inTransaction(this.#pool, async (db) => {
        const priorityNow = await requireRoom(db, caller);
        const owner = ownerOf(caller);
        const added = { ...read.attributes, token, owner, priority: priorityNow, driver };
        await insertRun(db, added, SAFETY_NET_MS);
        return priorityNow;
      });
      const run = { ...read.attributes, token, priority, tries: 0, created_at: new Date() };
      if (isReserved) this.#dispatcher.startReserved(run);
    } catch (error) {
      if (isReserved) this.#dispatcher.release();
      throw error;
    }
  }

  async getRun(caller: Caller, token: string): Promise<RunState> {
    const run = await this.#findReadable(caller, token);
    if (!run) throw runNotFound();
    const progress = this.#watch.progressOf(token);
    return {
      run,
      phase: phaseOf(run, progress?.phase ?? 'running'),
      queuePlace: run.queuePlace ?? (run.finished_at ? null : (progress?.place ?? null)),
      languageName: this.#runners.nameOf(requireLanguage(run.language_id).language),
    };
  }

  /** Answers when the run has ended, or after 30 s, or when the caller is gone, with its state then. */
  waitForRun(caller: Caller, token: string, gone: AbortSignal): Promise<RunState> {
    return this.#waitUntil(deadlineOf(gone), caller, token);
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
    if (!(await this.#findReadable(caller, token))) throw notFound('The run');
    await finishRun(this.#pool, token, stoppedRun());
    this.#watch.end(token);
  }

  getRunsAvailability(): Promise<{ available: boolean; reason: string | null }> {
    return this.#runners.getAvailability();
  }

  /** None while no runner has said what it can run. */
  async listLanguages(): Promise<{ id: number; name: string }[]> {
    const installed = await this.#runners.listLanguages();
    const names = new Map(installed.map(({ language, name }) => [language, name]));
    return languages
      .filter(({ isAlias }) => !isAlias)
      .flatMap(({ id, language }) => {
        const name = names.get(language);
        return name === undefined ? [] : [{ id, name }];
      })
      .toSorted((one, other) => one.name.localeCompare(other.name));
  }

  /** Hands back what is under way and answers everyone who waits. Before the jobs are stopped. */
  async stop(): Promise<void> {
    await this.#dispatcher.stop();
    this.#watch.close();
  }

  /** A run of someone else is not there. */
  async #findReadable(caller: Caller, token: string) {
    const run = UUID.test(token) ? await findRun(this.#pool, token) : null;
    return run && (run.owner === ownerOf(caller) || caller.role === 'admin') ? run : null;
  }
}

function deadlineOf(gone: AbortSignal): AbortSignal {
  return AbortSignal.any([gone, AbortSignal.timeout(LONGEST_WAIT_MS)]);
}

/** No roll number has a space in it, so no service is taken for a person. */
function ownerOf(caller: Caller): string {
  return caller.role === 'service' ? `service ${caller.id}` : caller.id;
}

/**
 * Refuses a run that is too many. Gives the priority of one that is not: everyone's first run goes
 * before anyone's second, so nobody fills the queue against the others.
 */
async function requireRoom(db: Database, caller: Caller): Promise<number> {
  const owner = ownerOf(caller);
  // A service is not limited, and many of its runs may be added at the same time.
  if (caller.role === 'student') await lockOwner(db, owner);
  const load = await getLoad(db, owner, MOST_PER_MINUTE);
  if (load.waiting >= MOST_WAITING) throw queueIsFull();
  if (caller.role === 'student') {
    if (load.underWay >= MOST_UNDER_WAY) throw tooManyUnderWay(MOST_UNDER_WAY);
    if (load.secondsLeft > 0) throw tooManyThisMinute(MOST_PER_MINUTE, load.secondsLeft);
  }
  return load.underWay;
}

function phaseOf(run: RunRecord, underWay: Phase): Phase {
  if (run.finished_at) return 'finished';
  return run.status_id === STATUS_IN_QUEUE ? 'queued' : underWay;
}
