import type { BubblewrapBox } from './bubblewrap-box.ts';
import { cellFolders } from './bubblewrap-arguments.ts';

/** Starting a box keeps both cores busy for some milliseconds; programs should not wait for that. */
const REFILL_AFTER_MS = 100;
/** A pool that is unused for this long shrinks or grows back to its number of ready boxes. */
const REST_AFTER_MS = 1000;
/** If a cell takes longer to end, another box is started instead of waiting. */
const TIMEOUT_MS = 50;

interface Settings {
  start: () => Promise<BubblewrapBox>;
  /** Closes a box; never throws. */
  close: (box: BubblewrapBox) => Promise<void>;
  /** Ready boxes while the pool is idle. */
  ready: number;
}

type Waiter = (box: BubblewrapBox | null) => void;

/** Ready boxes of one kind, each with a fresh cell. */
export class BoxPool {
  readonly #settings: Settings;
  readonly #ready: BubblewrapBox[] = [];
  /** Callers that wait for the next box. */
  readonly #waiters: Waiter[] = [];
  /** Boxes that are being prepared in the background. */
  #starting = 0;
  #closed = false;
  #refill: NodeJS.Timeout | null = null;
  readonly #rest: NodeJS.Timeout;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#rest = setTimeout(() => this.#settle(), REST_AFTER_MS).unref();
  }

  async take(): Promise<BubblewrapBox> {
    this.#used();
    return this.#takeReady() ?? (await this.#takeNext()) ?? this.#settings.start();
  }

  /** Prepares the box for its next job, or closes it. */
  async giveBack(box: BubblewrapBox): Promise<void> {
    this.#used();
    const { ready, close } = this.#settings;
    // Twice as many as when idle: starting a box again under load costs more than keeping it.
    const isWanted = this.#free < 2 * ready && !this.#closed;
    if (!isWanted || !(await this.#renew(box))) await close(box);
  }

  async #renew(box: BubblewrapBox): Promise<boolean> {
    if (!box.canServeAgain) return false;
    this.#starting++;
    try {
      await box.renew(cellFolders('ordinary'));
    } catch {
      // A box that cannot make a fresh cell is replaced.
    }
    return this.#deliver(box.canServeAgain ? box : null);
  }

  async #startAhead(): Promise<void> {
    this.#starting++;
    // A caller that starts its own box gets the error if that fails.
    this.#deliver(await this.#settings.start().catch(() => null));
  }

  #deliver(box: BubblewrapBox | null): boolean {
    this.#starting--;
    if (this.#closed || !box) {
      if (this.#waiters.length > this.#starting) this.#waiters.shift()?.(null);
      return false;
    }
    const waiter = this.#waiters.shift();
    if (waiter) waiter(box);
    else this.#ready.push(box);
    return true;
  }

  /** A box that is being prepared and has no waiting caller. Null if there is none, or if it takes too long. */
  #takeNext(): Promise<BubblewrapBox | null> | null {
    if (this.#starting <= this.#waiters.length) return null;
    const { promise, resolve } = Promise.withResolvers<BubblewrapBox | null>();
    this.#waiters.push(resolve);
    setTimeout(() => {
      const place = this.#waiters.indexOf(resolve);
      if (place === -1) return;
      this.#waiters.splice(place, 1);
      resolve(null);
    }, TIMEOUT_MS);
    return promise;
  }

  #used(): void {
    this.#rest.refresh();
    if (this.#refill) return;
    this.#refill = setTimeout(() => {
      this.#refill = null;
      // Under load one spare box is enough, because the boxes in use are returned.
      this.#startUntil(1);
    }, REFILL_AFTER_MS).unref();
  }

  /** Brings the pool back to its idle size. */
  #settle(): void {
    const { ready, close } = this.#settings;
    this.#startUntil(ready);
    for (const box of this.#ready.splice(ready)) void close(box);
  }

  #startUntil(count: number): void {
    while (!this.#closed && this.#free < count) void this.#startAhead();
  }

  /** Starts no more boxes. */
  close(): void {
    this.#closed = true;
    for (const waiter of this.#waiters.splice(0)) waiter(null);
  }

  /** Boxes that no caller has or is about to get. */
  get #free(): number {
    return this.#ready.length + this.#starting - this.#waiters.length;
  }

  #takeReady(): BubblewrapBox | null {
    for (let box = this.#ready.shift(); box; box = this.#ready.shift()) {
      if (box.canServeAgain) return box;
      void this.#settings.close(box);
    }
    return null;
  }
}
