import { setTimeout as delay } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import type { Logger } from 'pino';
import { requireWritable } from './open-pool.ts';

/** A pino logger or a request's child logger. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

const MAX_PAUSE_MS = 2000;

interface Dedication {
  pool: Pool;
  log: Log;
  /** Shown in pg_stat_activity. */
  name: string;
  /** Runs on every new connection before its first use. */
  prepare: (client: Client) => Promise<void>;
}

/**
 * A connection for one purpose, such as LISTEN, that lives as long as the server and is independent
 * of the pool. A lost connection is replaced and prepared again.
 */
export class DedicatedConnection {
  readonly #dedication: Dedication;
  readonly #closing = new AbortController();
  #client: Promise<Client>;

  constructor(dedication: Dedication) {
    this.#dedication = dedication;
    this.#client = this.#connect();
    this.#client.catch(() => undefined);
  }

  /** The current connection, or the next one while it is being replaced. */
  get client(): Promise<Client> {
    return this.#client;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const client = await this.#client.catch(() => null);
    await client?.end();
  }

  async #connect(): Promise<Client> {
    const { log, name } = this.#dedication;
    for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      this.#closing.signal.throwIfAborted();
      try {
        return await this.#open();
      } catch (error) {
        log.warn({ err: error }, `The database does not answer; ${name} will retry.`);
      }
      await delay(pauseMs, undefined, { signal: this.#closing.signal, ref: false });
    }
  }

  async #open(): Promise<Client> {
    const { pool, prepare, name, log } = this.#dedication;
    const client = new Client({ ...pool.options, application_name: name, keepAlive: true });
    let ready = false;
    client.on('error', (error) => log.warn({ err: error }, `The connection of ${name} failed.`));
    client.on('end', () => {
      if (!ready || this.#closing.signal.aborted) return;
      this.#client = this.#connect();
      this.#client.catch(() => undefined);
    });
    try {
      await client.connect();
      await requireWritable(client);
      await prepare(client);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    ready = true;
    return client;
  }
}
