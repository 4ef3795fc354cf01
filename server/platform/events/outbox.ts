import type { Database } from '../postgres/database.ts';
import { notifyAll } from './live-events.queries.ts';

/** The first event is sent immediately; those of the following interval are sent together. */
const FLUSH_EVERY_MS = 50;
const TRY_AGAIN_MS = 1000;
/** PostgreSQL limits a notification to less than 8000 bytes. */
const MAX_BYTES = 7900;
/** After a longer outage events are dropped: all subscribers re-read the state anyway. */
const MAX_KEPT = 10_000;

/**
 * Batches this server's events into few statements. A transaction that notifies holds a
 * database-wide lock until its commit is on the standby, so such commits would queue.
 */
export class Outbox {
  readonly #db: Database;
  /** Duplicates are sent once. */
  readonly #events = new Set<string>();
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  /** @param event a text that fits into one notification */
  add(event: string): void {
    if (Buffer.byteLength(event) > MAX_BYTES - 2) throw new Error('A live event is too long.');
    if (this.#events.size < MAX_KEPT) this.#events.add(event);
    this.#timer ??= this.#plan(FLUSH_EVERY_MS - (performance.now() - this.#sentAtMs));
  }

  /** Resolves when all earlier events were sent, or failed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#send();
  }

  #plan(inMs: number): NodeJS.Timeout | undefined {
    if (inMs > 0) return setTimeout(() => void this.flush(), inMs);
    void this.#send();
    return undefined;
  }

  #send(): Promise<void> {
    this.#sentAtMs = performance.now();
    this.#sending = this.#sending.then(async () => {
      const events = [...this.#events];
      this.#events.clear();
      if (events.length === 0) return;
      try {
        await notifyAll(this.#db, packed(events));
      } catch {
        // The database or a connection is unavailable; later events are sent with these.
        for (const event of events) this.#events.add(event);
        this.#timer ??= setTimeout(() => void this.flush(), TRY_AGAIN_MS).unref();
      }
    });
    return this.#sending;
  }
}

/** Packs events into texts within the size limit. */
function packed(events: readonly string[]): string[] {
  const texts: string[] = [];
  let list: string[] = [];
  let bytes = 2;
  for (const event of events) {
    const length = Buffer.byteLength(event) + 1;
    if (bytes + length > MAX_BYTES) {
      texts.push(`[${list.join(',')}]`);
      list = [];
      bytes = 2;
    }
    list.push(event);
    bytes += length;
  }
  return [...texts, `[${list.join(',')}]`];
}

const ofEach = new WeakMap<Database, Outbox>();

/** The outbox of a pool. */
export function outboxOf(db: Database): Outbox {
  const outbox = ofEach.get(db) ?? new Outbox(db);
  ofEach.set(db, outbox);
  return outbox;
}
