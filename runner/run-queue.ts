/** Limits how often places are reported, so that a long queue of short runs is not slowed down. */
const TELL_PLACES_AFTER_MS = 100;

interface Waiting {
  priority: number;
  /** The last place reported. */
  place: number;
  begin(): void;
  onPlace(place: number): void;
}

export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

/** Runs a fixed number of jobs at once. A bounded number waits, first come, first served within a priority. */
export class RunQueue {
  readonly slots: number;
  readonly maxWaiting: number;
  #running = 0;
  #waiting: Waiting[] = [];
  #publishTimer: NodeJS.Timeout | null = null;

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
   * Runs `work` when a slot is free. Throws QueueFullError if too many wait, or the signal's reason if it is aborted
   * before its turn.
   * @param onPlace called with the number of jobs ahead, immediately and shortly after it changes
   * @param priority lower numbers run first
   */
  async run<Result>(
    work: () => Promise<Result>,
    signal: AbortSignal,
    onPlace: (place: number) => void,
    priority = 0,
  ): Promise<Result> {
    signal.throwIfAborted();
    if (this.#running < this.slots) this.#running++;
    else await this.#wait(signal, onPlace, priority);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #wait(signal: AbortSignal, onPlace: (place: number) => void, priority: number): Promise<void> {
    if (this.#waiting.length >= this.maxWaiting) throw new QueueFullError('queue is full');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = (): void => {
      this.#waiting = this.#waiting.filter((one) => one !== entry);
      this.#publishPlaces();
      reject(signal.reason);
    };
    const behind = this.#waiting.findIndex((one) => one.priority > priority);
    const place = behind === -1 ? this.#waiting.length : behind;
    const entry: Waiting = {
      priority,
      place,
      begin: () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      },
      onPlace,
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#waiting.splice(place, 0, entry);
    onPlace(place);
    this.#publishPlaces();
    return promise;
  }

  /** The slot passes directly to the next waiting run. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (!next) {
      this.#running--;
      return;
    }
    next.begin();
    this.#publishPlaces();
  }

  #publishPlaces(): void {
    if (this.#publishTimer) return;
    this.#publishTimer = setTimeout(() => {
      this.#publishTimer = null;
      for (const [place, waiting] of this.#waiting.entries()) {
        if (waiting.place === place) continue;
        waiting.place = place;
        waiting.onPlace(place);
      }
    }, TELL_PLACES_AFTER_MS).unref();
  }
}
