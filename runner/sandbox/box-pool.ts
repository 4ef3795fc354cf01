import type { BubblewrapBox } from './bubblewrap-box.ts';
import { cellFolders } from './bubblewrap-arguments.ts';

/** Starting a box keeps this process busy for some milliseconds, which no program shall wait for. */
const REFILL_AFTER_MS = 100;

interface Settings {
  start: () => Promise<BubblewrapBox>;
  /** Takes a box apart; never throws. */
  close: (box: BubblewrapBox) => Promise<void>;
  /** Boxes that stand ready. */
  ready: number;
  /** A box can serve one job after another. */
  canServeAgain: boolean;
}

/** Boxes of one kind that stand ready, each with a fresh cell. */
export class BoxPool {
  readonly #settings: Settings;
  readonly #ready: BubblewrapBox[] = [];
  /** Boxes that are being made ready behind everyone's back. */
  #coming = 0;
  #closed = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async take(): Promise<BubblewrapBox> {
    const box = this.#takeReady() ?? (await this.#settings.start());
    this.#refillLater();
    return box;
  }

  /** Makes the box ready for its next job, or closes it. */
  async giveBack(box: BubblewrapBox): Promise<void> {
    const { canServeAgain, ready, close } = this.#settings;
    const isWanted = canServeAgain && this.#free < ready && !this.#closed;
    const isFresh = isWanted && (await this.#renew(box));
    if (!isFresh) await close(box);
    this.#refillLater();
  }

  async #renew(box: BubblewrapBox): Promise<boolean> {
    if (!box.canServeAgain) return false;
    this.#coming++;
    try {
      await box.renew(cellFolders('ordinary'));
      if (box.canServeAgain) this.#ready.push(box);
      return box.canServeAgain;
    } catch {
      // A box that cannot be made fresh is of no use, and another one takes its place.
      return false;
    } finally {
      this.#coming--;
    }
  }

  #refillLater(): void {
    setTimeout(() => this.refill(), REFILL_AFTER_MS).unref();
  }

  /** Starts boxes until as many are free as the settings ask for. */
  refill(): void {
    while (!this.#closed && this.#free < this.#settings.ready) void this.#startAhead();
  }

  /** From here on nothing is started any more. */
  close(): void {
    this.#closed = true;
  }

  /** Those that nobody has, or will have in a moment. */
  get #free(): number {
    return this.#ready.length + this.#coming;
  }

  #takeReady(): BubblewrapBox | null {
    for (let box = this.#ready.shift(); box; box = this.#ready.shift()) {
      if (box.canServeAgain) return box;
      void this.#settings.close(box);
    }
    return null;
  }

  async #startAhead(): Promise<void> {
    this.#coming++;
    try {
      this.#ready.push(await this.#settings.start());
    } catch {
      // Whoever wants a box starts one for themselves, and hears why it fails.
    } finally {
      this.#coming--;
    }
  }
}
