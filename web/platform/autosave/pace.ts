interface PaceOptions {
  /** Changes are sent after a pause of this length, … */
  pauseMs: number;
  /** … or this long after the first of them. */
  longestDelayMs: number;
  onDue: () => void;
}

/** Decides when changes are sent: after a pause in typing. */
export class Pace {
  readonly #options: PaceOptions;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #waitingSince = 0;

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  /** A change waits to be sent. */
  get isWaiting(): boolean {
    return this.#timer !== null;
  }

  /** Due after a pause, which starts again with each call. */
  later(pauseMs = this.#options.pauseMs): void {
    const now = Date.now();
    if (this.#timer === null) this.#waitingSince = now;
    const longestMs = this.#waitingSince + this.#options.longestDelayMs - now;
    this.cancel();
    this.#timer = setTimeout(() => this.#end(), Math.max(0, Math.min(pauseMs, longestMs)));
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #end(): void {
    this.#timer = null;
    this.#options.onDue();
  }
}
