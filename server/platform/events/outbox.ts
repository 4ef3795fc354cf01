import type { Database } from '../postgres/database.ts';
import { notifyAll } from './live-events.queries.ts';

/** What is told goes out at once, and the next after so long: all of that time together. */
const FLUSH_EVERY_MS = 50;
const TRY_AGAIN_MS = 1000;
/** PostgreSQL takes less than 8000 bytes at a time. */
const MAX_BYTES = 7900;
/** Beyond it the database was away for long, and everybody looks again when it is back. */
const MAX_KEPT = 10_000;

/**
 * What this server tells all, sent by one statement for many. A transaction that tells by itself holds
 * a lock of the whole database until its commit is on the standby, so that commits queue.
 */
export class Outbox {
  readonly #db: Database;
  /** The same told twice before it goes out is told once. */
  readonly #events = new Set<string>();
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  /** @param event as text, with fewer bytes than one notification takes */
  add(event: string): void {
    if (Buffer.byteLength(event) > MAX_BYTES - 2) throw new Error('A live event is too long.');
    if (this.#events.size < MAX_KEPT) this.#events.add(event);
    this.#timer ??= this.#plan(FLUSH_EVERY_MS - (performance.now() - this.#sentAtMs));
  }

  /** Resolves when what was told before has been sent, or could not be. */
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
        // The database is away, or has no connection left: what comes meanwhile goes with it.
        for (const event of events) this.#events.add(event);
        this.#timer ??= setTimeout(() => void this.flush(), TRY_AGAIN_MS).unref();
      }
    });
    return this.#sending;
  }
}

/** Lists of events, each as one text that is short enough. */
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

/** The one of a pool. */
export function outboxOf(db: Database): Outbox {
  const outbox = ofEach.get(db) ?? new Outbox(db);
  ofEach.set(db, outbox);
  return outbox;
}
