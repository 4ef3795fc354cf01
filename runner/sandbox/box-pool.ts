import type { BubblewrapBox } from './bubblewrap-box.ts';
import { cellFolders } from './bubblewrap-arguments.ts';

/** Starting a box keeps both cores busy for some milliseconds, which no program shall wait for. */
const REFILL_AFTER_MS = 100;
/** A pool that nobody has used for so long brings itself back to the number that stands ready. */
const REST_AFTER_MS = 1000;
/** A cell that ends slowly is not waited for: another box is started meanwhile. */
const TIMEOUT_MS = 50;

interface Settings {
  start: () => Promise<BubblewrapBox>;
  /** Takes a box apart; never throws. */
  close: (box: BubblewrapBox) => Promise<void>;
  /** Boxes that stand ready while nobody needs them. */
  ready: number;
}

type Waiter = (box: BubblewrapBox | null) => void;

/** Boxes of one kind that stand ready, each with a fresh cell. */
export class BoxPool {
  readonly #settings: Settings;
  readonly #ready: BubblewrapBox[] = [];
  /** Who takes the next that becomes ready. */
  readonly #waiters: Waiter[] = [];
  /** Boxes that are being made ready behind everyone's back. */
  #coming = 0;
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

  /** Makes the box ready for its next job, or closes it. */
  async giveBack(box: BubblewrapBox): Promise<void> {
    this.#used();
    const { ready, close } = this.#settings;
    // Twice as many as at rest: to close one under load that is missed at the next run costs more than to keep it.
    const isWanted = this.#free < 2 * ready && !this.#closed;
    if (!isWanted || !(await this.#renew(box))) await close(box);
  }

  async #renew(box: BubblewrapBox): Promise<boolean> {
    if (!box.canServeAgain) return false;
    this.#coming++;
    try {
      await box.renew(cellFolders('ordinary'));
    } catch {
      // A box that cannot be made fresh is of no use, and another one takes its place.
    }
    return this.#came(box.canServeAgain ? box : null);
  }

  async #startAhead(): Promise<void> {
    this.#coming++;
    // Whoever wants a box starts one for themselves, and hears why it fails.
    this.#came(await this.#settings.start().catch(() => null));
  }

  #came(box: BubblewrapBox | null): boolean {
    this.#coming--;
    if (this.#closed || !box) {
      if (this.#waiters.length > this.#coming) this.#waiters.shift()?.(null);
      return false;
    }
    const waiter = this.#waiters.shift();
    if (waiter) waiter(box);
    else this.#ready.push(box);
    return true;
  }

  /** One that is becoming ready and that nobody waits for yet; null when there is none, or not soon. */
  #takeNext(): Promise<BubblewrapBox | null> | null {
    if (this.#coming <= this.#waiters.length) return null;
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
      // Under load one to spare is enough, since those in use come back.
      this.#startUntil(1);
    }, REFILL_AFTER_MS).unref();
  }

  /** As many as stand ready at rest, no fewer and no more. */
  #settle(): void {
    const { ready, close } = this.#settings;
    this.#startUntil(ready);
    for (const box of this.#ready.splice(ready)) void close(box);
  }

  #startUntil(count: number): void {
    while (!this.#closed && this.#free < count) void this.#startAhead();
  }

  /** From here on nothing is started any more. */
  close(): void {
    this.#closed = true;
    for (const waiter of this.#waiters.splice(0)) waiter(null);
  }

  /** Those that nobody has, or will have in a moment. */
  get #free(): number {
    return this.#ready.length + this.#coming - this.#waiters.length;
  }

  #takeReady(): BubblewrapBox | null {
    for (let box = this.#ready.shift(); box; box = this.#ready.shift()) {
      if (box.canServeAgain) return box;
      void this.#settings.close(box);
    }
    return null;
  }
}
