interface Waiting {
  begin(): void;
  onPlace(place: number): void;
}

export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

/** Lets a fixed number of runs in at once; a bounded number waits, first come first served. */
export class RunQueue {
  readonly slots: number;
  readonly maxWaiting: number;
  #running = 0;
  #waiting: Waiting[] = [];

  constructor(slots: number, maxWaiting: number) {
    this.slots = slots;
    this.maxWaiting = maxWaiting;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs `work` when a slot is free. Throws QueueFullError when too many wait, and the signal's reason
   * when it is aborted before its turn.
   * @param onPlace told how many are ahead, each time that changes
   */
  async run<Result>(
    work: () => Promise<Result>,
    signal: AbortSignal,
    onPlace: (place: number) => void,
  ): Promise<Result> {
    signal.throwIfAborted();
    if (this.#running < this.slots) this.#running++;
    else await this.#wait(signal, onPlace);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #wait(signal: AbortSignal, onPlace: (place: number) => void): Promise<void> {
    if (this.#waiting.length >= this.maxWaiting) throw new QueueFullError('queue is full');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = (): void => {
      this.#waiting = this.#waiting.filter((one) => one !== entry);
      this.#tellPlaces();
      reject(signal.reason);
    };
    const entry: Waiting = {
      begin: () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      },
      onPlace,
    };
    signal.addEventListener('abort', onAbort, { once: true });
    onPlace(this.#waiting.push(entry) - 1);
    return promise;
  }

  /** The slot of a run that ends passes straight to the next one that waits. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (!next) {
      this.#running--;
      return;
    }
    next.begin();
    this.#tellPlaces();
  }

  #tellPlaces(): void {
    for (const [place, waiting] of this.#waiting.entries()) waiting.onPlace(place);
  }
}
