import type { Pool } from 'pg';
import { countCrashes, deleteCrashes, updateTried } from './jobs.queries.ts';
import type { Log } from '../postgres/dedicated-connection.ts';

/** A job that has crashed its server this often is abandoned. */
const MAX_CRASHES = 2;
/**
 * The next suspect starts after this time even if the current one has not ended; a crash happens
 * sooner.
 */
const MAX_ALONE_MS = 5 * 60_000;

interface Suspect {
  id: string;
  name: string;
  work: () => Promise<void>;
  /** Abandons the job with a message for those who wait; null if the job is only postponed. */
  giveUp: (() => Promise<void>) | null;
}

/**
 * Handles jobs that were running when a server died. They are retried one at a time to isolate the
 * culprit; a job is abandoned after its second crash, so that it can't crash every server forever.
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

  /** Retries a job that was running during a crash. */
  async tryAgain(job: Suspect): Promise<void> {
    const crashes = await countCrashes(this.#pool, job.id);
    if (crashes === 0) return job.work();
    if (crashes < MAX_CRASHES) return this.#inTurn(() => this.#tryAlone(job));
    this.#log.error({ job: job.name }, 'A job is abandoned because it crashed its server twice.');
    await job.giveUp?.();
    await deleteCrashes(this.#pool, job.id);
    if (!job.giveUp) throw new Error(`The job ${job.name} is postponed.`);
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
