import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { DedicatedConnection, type Log } from './dedicated-connection.ts';
import { requireWritable } from './open-pool.ts';

const ASK_EVERY_MS = 1000;
/**
 * A database that is silent for this long is unavailable. Time in which this process is busy does
 * not count.
 */
const SILENT_SECONDS = 10;

interface Watched {
  pool: Pool;
  log: Log;
  /** Closes every connection immediately. */
  cut: () => void;
}

/**
 * Checks continuously whether the database responds and accepts changes. If not, it closes all
 * connections: waiting calls fail, and new connections go to the current address. Long-running
 * statements are not affected.
 */
export class DatabaseWatch {
  readonly #watched: Watched;
  readonly #connection: DedicatedConnection;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;

  constructor(watched: Watched) {
    this.#watched = watched;
    this.#connection = new DedicatedConnection({
      ...watched,
      name: 'vlabs database watch',
      prepare: async () => undefined,
    });
    this.#ended = this.#watch();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#connection.close();
    await this.#ended;
  }

  async #watch(): Promise<void> {
    const { log, cut } = this.#watched;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#requireAnswer();
        await delay(ASK_EVERY_MS, undefined, { signal, ref: false });
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error }, 'The database is unavailable; closed its connections.');
        cut();
        await delay(ASK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  /** Failing to get a connection counts as no reply, because other calls may hang on theirs. */
  async #requireAnswer(): Promise<void> {
    const answer = this.#connection.client.then(requireWritable).then(() => true);
    // Prevents an unhandled rejection after the timeout.
    answer.catch(() => undefined);
    for (let second = 0; second < SILENT_SECONDS; second += 1) {
      // After a pause of this process, a reply that has arrived is processed first.
      if (await Promise.race([answer, delay(1000, false, { ref: false })])) return;
    }
    throw new Error(`The database has not responded for ${SILENT_SECONDS} s.`);
  }
}
