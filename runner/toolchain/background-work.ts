/** Background work, one piece at a time. When the queue is full, work is refused and must be requested again. */
export class BackgroundWork {
  readonly #max: number;
  readonly #onFailure: (error: unknown) => void;
  readonly #wanted = new Map<string, () => Promise<void>>();
  #isWorking = false;

  constructor(max: number, onFailure: (error: unknown) => void) {
    this.#max = max;
    this.#onFailure = onFailure;
  }

  /** Two pieces with the same name are one. */
  want(name: string, work: () => Promise<void>): void {
    if (this.#wanted.size >= this.#max || this.#wanted.has(name)) return;
    this.#wanted.set(name, work);
    if (!this.#isWorking) void this.#process();
  }

  async #process(): Promise<void> {
    this.#isWorking = true;
    for (const [name, work] of this.#wanted) {
      await work().catch(this.#onFailure);
      this.#wanted.delete(name);
    }
    this.#isWorking = false;
  }
}
