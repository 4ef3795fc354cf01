import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { z } from 'zod';
import { DedicatedConnection, type Log } from '../postgres/dedicated-connection.ts';
import { StartFailure } from '../start/start-failure.ts';
import { type Database, afterCommit } from '../postgres/database.ts';
import { listen, writeLiveEvent } from './live-events.queries.ts';
import { outboxOf } from './outbox.ts';

interface Listener {
  /** This or another server has published an event. */
  receive: (payload: unknown) => void;
  /** Events may have been lost while the connection was down: read the state again. */
  miss: () => void;
}

/** Used by a server at its start to check that it receives events. */
const ECHO_CHANNEL = 'echo';
const ECHO_TIMEOUT_MS = 10_000;
const NOTHING_HEARD =
  'Events between servers (LISTEN and NOTIFY) do not arrive: set VLABS_DB_DIRECT_URL to the address of the database itself, not of a connection pooler such as pgbouncer.';

const LiveEvent = z.object({ channel: z.string(), payload: z.unknown() });
type LiveEvent = z.infer<typeof LiveEvent>;
/** Servers send batches; a statement that publishes its own effect sends one event. */
const Wire = z.union([z.array(LiveEvent), LiveEvent.transform((event) => [event])]);

/**
 * Within a transaction, the event is sent after the commit. At most about 7900 bytes. If the server
 * dies before sending, the other servers re-read the state.
 */
export function notify(db: Database, channel: string, payload: unknown): void {
  const event = writeLiveEvent(channel, payload);
  afterCommit(db, (outside) => outboxOf(outside).add(event));
}

/**
 * Events between servers: `notify` publishes, `subscribe` receives. Each server uses one
 * connection.
 */
export class LiveEvents {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #connection: DedicatedConnection;
  readonly #pool: Pool;
  readonly #log: Log;
  #connectedBefore = false;

  /** @param direct connects to the database itself if the pool does not */
  constructor({ pool, direct = pool, log }: { pool: Pool; direct?: Pool; log: Log }) {
    this.#pool = pool;
    this.#log = log;
    this.#connection = new DedicatedConnection({
      pool: direct,
      log,
      name: 'vlabs live events',
      prepare: async (client) => {
        client.on('notification', (message) => this.#receive(message.payload));
        await listen(client);
        if (this.#connectedBefore) this.missed();
        this.#connectedBefore = true;
      },
    });
  }

  /**
   * Resolves when events are received. Throws StartFailure if none arrive: a connection pooler
   * accepts LISTEN and then drops the notifications.
   */
  async listening(): Promise<void> {
    await this.#connection.client;
    const { promise: received, resolve } = Promise.withResolvers<boolean>();
    const echo = randomUUID();
    const end = this.subscribe(ECHO_CHANNEL, {
      receive: (payload) => {
        if (payload === echo) resolve(true);
      },
      miss: () => undefined,
    });
    const given = new AbortController();
    try {
      notify(this.#pool, ECHO_CHANNEL, echo);
      const { signal } = given;
      if (await Promise.race([received, delay(ECHO_TIMEOUT_MS, false, { signal })])) return;
    } finally {
      given.abort();
      end();
    }
    throw new StartFailure(NOTHING_HEARD);
  }

  /** Returns a function that unsubscribes. */
  subscribe(channel: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(channel);
    };
  }

  async close(): Promise<void> {
    await outboxOf(this.#pool).flush();
    await this.#connection.close();
  }

  #receive(text: string | undefined): void {
    const event = Wire.safeParse(readJson(text ?? ''));
    if (!event.success) {
      this.#log.warn('Received a malformed live event.');
      return;
    }
    for (const { channel, payload } of event.data) {
      for (const listener of this.#listeners.get(channel) ?? []) listener.receive(payload);
    }
  }

  /** Tells all subscribers that events may have been lost. */
  missed(): void {
    for (const listeners of this.#listeners.values()) {
      for (const listener of listeners) listener.miss();
    }
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
