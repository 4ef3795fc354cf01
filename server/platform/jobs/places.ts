interface Options {
  /** Maximum number of waiting callers; default: unlimited. */
  maxWaiting?: number;
  /** The refusal of more. */
  refuse?: () => Error;
}

interface Wanted {
  size?: number;
  /** Ends the waiting. */
  signal?: AbortSignal;
  /** The refusal of this caller, if it differs. */
  refuse?: () => Error;
}

interface Waiting {
  size: number;
  begin: () => void;
}

/**
 * A number of places for work; the rest of it waits, first come, first served. Queues with another order are their own:
 * sign-ins before registrations (`auth/limits/turn-queue.ts`), runs by priority and terminals by person (`runner/`).
 */
export class Places {
  readonly #places: number;
  readonly #maxWaiting: number;
  readonly #refuse: () => Error;
  #free: number;
  #waiting: Waiting[] = [];

  constructor(places: number, { maxWaiting = Infinity, refuse = tooMany }: Options = {}) {
    this.#places = places;
    this.#free = places;
    this.#maxWaiting = maxWaiting;
    this.#refuse = refuse;
  }

  get isIdle(): boolean {
    return this.#free === this.#places && this.#waiting.length === 0;
  }

  /** Runs the work in a place. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const leave = await this.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Takes a place, or several at once, but not more than there are. Returns the function that gives them back. Throws
   * the refusal if too many wait, or the signal's reason if it is aborted before a place is free.
   */
  async enter({ size = 1, ...wanted }: Wanted = {}): Promise<() => void> {
    const taken = Math.min(size, this.#places);
    if (this.#waiting.length === 0 && this.#free >= taken) this.#free -= taken;
    else await this.#wait(taken, wanted);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#free += taken;
      this.#letIn();
    };
  }

  #wait(size: number, { signal, refuse = this.#refuse }: Wanted): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw refuse();
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = (): void => {
      this.#waiting = this.#waiting.filter((one) => one !== entry);
      this.#letIn();
      reject(signal?.reason);
    };
    const entry: Waiting = {
      size,
      begin: () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      },
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#waiting.push(entry);
    return promise;
  }

  /** The places pass directly to those who wait, so that no other caller can take them. */
  #letIn(): void {
    for (let [next] = this.#waiting; next && this.#free >= next.size; [next] = this.#waiting) {
      this.#waiting.shift();
      this.#free -= next.size;
      next.begin();
    }
  }
}

/** Separate places for each key, such as a person or a network. */
export class PlacesPerKey {
  readonly #lines = new Map<string, Places>();
  readonly #make: () => Places;

  constructor(places: number, options: Options = {}) {
    this.#make = () => new Places(places, options);
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const leave = await this.enter(key);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  async enter(key: string, wanted: Wanted = {}): Promise<() => void> {
    const line = this.#lines.get(key) ?? this.#make();
    this.#lines.set(key, line);
    const leave = await line.enter(wanted);
    return () => {
      leave();
      // Given back twice, it may be another line's turn by now.
      if (line.isIdle && this.#lines.get(key) === line) this.#lines.delete(key);
    };
  }
}

const tooMany = () => new Error('Too many wait for a place.');
