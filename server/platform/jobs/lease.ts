import type { Pool } from 'pg';
import { DedicatedConnection, type Log } from '../postgres/dedicated-connection.ts';
import {
  type Others,
  deleteLeases,
  deleteOldLeases,
  renewLeases,
  takeOver,
} from './jobs.queries.ts';

const RENEW_EVERY_MS = 3000;

interface LeaseOptions {
  pool: Pool;
  log: Log;
  /** The name of this server. */
  server: string;
  /** True if no other server can use this database, so all earlier ones are dead. */
  isOnlyServer: boolean;
  /** Called when another server has died, or seems to have because of a database outage. */
  whenOneDied: () => void;
}

/**
 * Shows that this server is live: a lease on each of its names, renewed on a dedicated connection
 * that a busy pool can't delay.
 */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #names: Set<string>;
  readonly #connection: DedicatedConnection;
  #timer: NodeJS.Timeout | undefined;
  /** Serializes renewals, because they share a connection. */
  #turn: Promise<void> = Promise.resolve();
  #isDue = false;
  #livingServers = 1;
  #ended = new Set<string>();

  constructor(options: LeaseOptions) {
    const { pool, log, server } = options;
    this.#options = options;
    this.#names = new Set([server]);
    this.#connection = new DedicatedConnection({
      pool,
      log,
      name: 'vlabs lease',
      prepare: async (client) => {
        this.#note(await renewLeases(client, this.#held()));
      },
    });
  }

  /** Number of live servers on this database, as of a few seconds ago. */
  get livingServers(): number {
    return this.#livingServers;
  }

  async start(): Promise<void> {
    const { server, isOnlyServer } = this.#options;
    const client = await this.#connection.client;
    await deleteOldLeases(client);
    if (isOnlyServer) await takeOver(client, server);
    // Renews again to see servers that have connected since; of two that start together, one sees
    // the other.
    await this.#renew();
    this.#timer = setInterval(() => void this.#renewOrWarn(), RENEW_EVERY_MS).unref();
  }

  /** Adds a name to the lease. */
  add(name: string): Promise<void> {
    this.#names.add(name);
    return this.#renew();
  }

  /** Ends the lease early, because everything was handed back. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const { pool, log, server } = this.#options;
    await this.#connection.close();
    await deleteLeases(pool, server).catch((error: unknown) =>
      log.warn({ err: error }, 'Could not release this server’s lease.'),
    );
  }

  #renew(): Promise<void> {
    const renewed = this.#turn.then(async () => {
      const client = await this.#connection.client;
      try {
        this.#note(await renewLeases(client, this.#held()));
      } catch (error) {
        // An unresponsive connection is replaced, and the new one renews immediately.
        await client.end();
        throw error;
      }
    });
    this.#turn = renewed.catch(() => undefined);
    return renewed;
  }

  async #renewOrWarn(): Promise<void> {
    // Prevents renewals from piling up while the database is unavailable.
    if (this.#isDue) return;
    this.#isDue = true;
    try {
      await this.#renew();
    } catch (error) {
      this.#options.log.warn({ err: error }, 'Could not renew this server’s lease.');
    } finally {
      this.#isDue = false;
    }
  }

  #note({ living, ended }: Others): void {
    this.#livingServers = living + 1;
    const isNews = ended.some((server) => !this.#ended.has(server));
    this.#ended = new Set(ended);
    if (isNews) this.#options.whenOneDied();
  }

  #held() {
    return { server: this.#options.server, names: [...this.#names] };
  }
}
