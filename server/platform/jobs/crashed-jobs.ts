import type { Pool } from 'pg';
import { countCrashes, deleteCrashes, updateTried } from './crashed-jobs.queries.ts';
import type { Log } from '../postgres/dedicated-connection.ts';

/** A job under which its server has died so often is not begun again. */
const MAX_CRASHES = 2;
/** The next one waits no longer for one that does not end; what ends a server does so sooner. */
const MAX_ALONE_MS = 5 * 60_000;

interface Suspect {
  id: string;
  name: string;
  work: () => Promise<void>;
  /** Ends what the job was for, with words for whoever waits; null where it is only put off. */
  giveUp: (() => Promise<void>) | null;
}

/**
 * Jobs that were under way when a server died. One of them may have ended it, so they are tried one
 * after the other; what ends its server again is given up, and no start of the server is its last.
 */
export class CrashedJobs {
  readonly #pool: Pool;
  readonly #log: Log;
  readonly #longestAloneMs: number;
  #turn: Promise<void> = Promise.resolve();

  constructor(pool: Pool, log: Log, longestAloneMs = MAX_ALONE_MS) {
    this.#pool = pool;
    this.#log = log;
    this.#longestAloneMs = longestAloneMs;
  }

  /** Does a job that was begun before. */
  async tryAgain(job: Suspect): Promise<void> {
    const crashes = await countCrashes(this.#pool, job.id);
    if (crashes === 0) return job.work();
    if (crashes < MAX_CRASHES) return this.#inTurn(() => this.#tryAlone(job));
    this.#log.error({ job: job.name }, 'A job is given up: the server has died under it twice.');
    await job.giveUp?.();
    await deleteCrashes(this.#pool, job.id);
    if (!job.giveUp) throw new Error(`The job ${job.name} is put off.`);
  }

  async #tryAlone({ id, ...job }: Suspect): Promise<void> {
    await updateTried(this.#pool, id);
    try {
      await job.work();
    } finally {
      await deleteCrashes(this.#pool, id);
    }
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    const before = this.#turn;
    const { promise, resolve: endTurn } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    const timer = setTimeout(endTurn, this.#longestAloneMs).unref();
    try {
      await work();
    } finally {
      clearTimeout(timer);
      endTurn();
    }
  }
}
