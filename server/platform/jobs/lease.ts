import type { Pool } from 'pg';
import { DedicatedConnection, type Log } from '../postgres/dedicated-connection.ts';
import {
  type Others,
  deleteLeases,
  deleteOldLeases,
  renewLeases,
  takeOver,
} from './leases.queries.ts';

const RENEW_EVERY_MS = 3000;

interface LeaseOptions {
  pool: Pool;
  log: Log;
  /** The name of the server. */
  server: string;
  /** Nobody else can be at work on this database, so all before it are dead. */
  isOnlyServer: boolean;
  /** Another server has ended without a word; maybe only for as long as the database was away. */
  whenOneDied: () => void;
}

/**
 * What says that this server lives: a lease on each name that it works under, renewed on a connection
 * of its own, so that no busy pool holds it up.
 */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #names: Set<string>;
  readonly #connection: DedicatedConnection;
  #timer: NodeJS.Timeout | undefined;
  /** One renewal after the other: a connection says one thing at a time. */
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

  /** How many servers work on this database, as of a few seconds ago. */
  get livingServers(): number {
    return this.#livingServers;
  }

  async start(): Promise<void> {
    const { server, isOnlyServer } = this.#options;
    const client = await this.#connection.client;
    await deleteOldLeases(client);
    if (isOnlyServer) await takeOver(client, server);
    // Who has come since it connected is seen as well: of two that start together one sees the other.
    await this.#renew();
    this.#timer = setInterval(() => void this.#renewOrWarn(), RENEW_EVERY_MS).unref();
  }

  /** Works under this name as well from now on. */
  add(name: string): Promise<void> {
    this.#names.add(name);
    return this.#renew();
  }

  /** Everything was handed back: nobody need wait until the lease has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const { pool, log, server } = this.#options;
    await this.#connection.close();
    await deleteLeases(pool, server).catch((error: unknown) =>
      log.warn({ err: error }, 'The lease of this server could not be given back.'),
    );
  }

  #renew(): Promise<void> {
    const renewed = this.#turn.then(async () => {
      const client = await this.#connection.client;
      try {
        this.#note(await renewLeases(client, this.#held()));
      } catch (error) {
        // A connection that does not answer is replaced, and the new one renews at once.
        await client.end();
        throw error;
      }
    });
    this.#turn = renewed.catch(() => undefined);
    return renewed;
  }

  async #renewOrWarn(): Promise<void> {
    // While the database is away the renewals do not pile up.
    if (this.#isDue) return;
    this.#isDue = true;
    try {
      await this.#renew();
    } catch (error) {
      this.#options.log.warn({ err: error }, 'The lease of this server could not be renewed.');
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
