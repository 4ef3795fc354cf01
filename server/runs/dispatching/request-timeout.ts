/** Aborts a request that takes too long. */
export class RequestTimeout {
  readonly #milliseconds: number;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts or restarts the timer. */
  begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), this.#milliseconds);
  }

  beginOnce(): void {
    if (this.#timer === undefined) this.begin();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
