import type { Pool } from 'pg';
import { z } from 'zod';
import { DedicatedConnection, type Log } from '../postgres/dedicated-connection.ts';
import { listen } from './live-events.queries.ts';

export { notify } from './live-events.queries.ts';

interface Listener {
  /** Something was told by this server or another one. */
  hear: (payload: unknown) => void;
  /** The connection was away for a while: what was told meanwhile is not known, so look again. */
  miss: () => void;
}

const Told = z.object({ channel: z.string(), payload: z.unknown() });

/** What one server tells all: `notify` in a transaction, `subscribe` here. One connection a server. */
export class LiveEvents {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #connection: DedicatedConnection;
  readonly #log: Log;
  #connectedBefore = false;

  constructor({ pool, log }: { pool: Pool; log: Log }) {
    this.#log = log;
    this.#connection = new DedicatedConnection({
      pool,
      log,
      name: 'vlabs live events',
      prepare: async (client) => {
        client.on('notification', (message) => this.#hear(message.payload));
        await listen(client);
        if (this.#connectedBefore) this.#missed();
        this.#connectedBefore = true;
      },
    });
  }

  /** Resolves when nothing that is told from now on goes unheard. */
  async listening(): Promise<void> {
    await this.#connection.client;
  }

  /** Returns how to end it. */
  subscribe(channel: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(channel);
    };
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #hear(text: string | undefined): void {
    const told = Told.safeParse(readJson(text ?? ''));
    if (!told.success) {
      this.#log.warn('A live event that cannot be read was told.');
      return;
    }
    for (const listener of this.#listeners.get(told.data.channel) ?? []) {
      listener.hear(told.data.payload);
    }
  }

  #missed(): void {
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
