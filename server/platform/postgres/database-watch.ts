import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { DedicatedConnection, type Log } from './dedicated-connection.ts';
import { requireWritable } from './open-pool.ts';

const ASK_EVERY_MS = 1000;
/** A database that says nothing for so many seconds is away; ours being busy does not count as its silence. */
const SILENT_SECONDS = 10;

interface Watched {
  pool: Pool;
  log: Log;
  /** Ends every connection at once. */
  cut: () => void;
}

/**
 * Asks the database all the time whether it answers and takes changes. Where it does not, all
 * connections are cut: who waits on one is told so, and new ones go wherever the address leads by
 * now. Calls that the database works on for long are none of its business.
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
        log.warn({ err: error }, 'The database cannot be used; its connections are cut.');
        cut();
        await delay(ASK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  /** That there is no connection to ask on is no answer either: others may hang on theirs. */
  async #requireAnswer(): Promise<void> {
    const answer = this.#connection.client.then(requireWritable).then(() => true);
    // Whoever does not wait for it any more need not hear how it ends.
    answer.catch(() => undefined);
    for (let second = 0; second < SILENT_SECONDS; second += 1) {
      // After a pause of this process an answer that has come meanwhile is read first.
      if (await Promise.race([answer, delay(1000, false, { ref: false })])) return;
    }
    throw new Error(`The database has said nothing for ${SILENT_SECONDS} s.`);
  }
}
