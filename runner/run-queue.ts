import { type Lane, type Piece, QueuedRun, type Slot, type Turn } from './queued-run.ts';

/** For how long the runs of an owner whose run was long come after those of others. */
const REMEMBERED_MS = 60_000;

/** The owners of recent long runs. */
class LongOwners {
  readonly #until = new Map<string, number>();

  add(owner: string): void {
    const nowMs = performance.now();
    for (const [one, untilMs] of this.#until) if (untilMs <= nowMs) this.#until.delete(one);
    this.#until.set(owner, nowMs + REMEMBERED_MS);
  }

  has(owner: string): boolean {
    return (this.#until.get(owner) ?? 0) > performance.now();
  }
}

/** Limits how often places are reported, so that a long queue of short runs is not slowed down. */
const TELL_PLACES_AFTER_MS = 100;
/** A run that has had its slot for longer is long. Its turns last as long, up to the end of a piece. */
const LONG_AFTER_MS = 1000;
/** Slots that only Checks of running tests may use, for short and for long runs. */
const FOR_CHECKS = 1;

export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

/**
 * Shares a number of slots between runs, by priority and then by arrival. Long runs have as many slots of their own,
 * so a new run finds one however many long runs there are. While others wait, an owner has one slot.
 */
export class RunQueue {
  readonly slots: number;
  readonly maxWaiting: number;
  readonly #longAfterMs: number;
  readonly #longOwners = new LongOwners();
  readonly #holders = new Set<QueuedRun>();
  /** Runs that have had a slot and have not ended. */
  readonly #begun = new Set<QueuedRun>();
  #waiting: QueuedRun[] = [];
  #publishTimer: NodeJS.Timeout | null = null;

  constructor(slots: number, maxWaiting: number, { longAfterMs = LONG_AFTER_MS } = {}) {
    this.slots = slots;
    this.maxWaiting = maxWaiting;
    this.#longAfterMs = longAfterMs;
  }

  get running(): number {
    return this.#holders.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs `work` when a slot is free. Throws QueueFullError if too many wait, or the signal's reason if it is aborted
   * before its turn.
   */
  async run<Result>(work: (slot: Slot) => Promise<Result>, turn: Turn): Promise<Result> {
    turn.signal.throwIfAborted();
    const run = new QueuedRun(turn);
    await this.#enter(run);
    const timer = setTimeout(() => this.#markLong(run), this.#longAfterMs);
    try {
      return await work({
        run: (piece) => this.#runPiece(run, piece),
        prepare: async (piece) => {
          const prepared = await this.#runPiece(run, piece);
          run.turnSince = null;
          return prepared;
        },
      });
    } finally {
      clearTimeout(timer);
      this.#begun.delete(run);
      this.#leave(run);
    }
  }

  async #runPiece<Result>(run: QueuedRun, piece: Piece<Result>): Promise<Result> {
    const { signal } = run.turn;
    for (;;) {
      const isWanted = run.isLong && this.#waiting.length > 0 && this.#isTurnOver(run);
      if (run.lane === null || run.isPutOff || isWanted) await this.#giveBack(run);
      run.turnSince ??= performance.now();
      run.piece = new AbortController();
      try {
        const result = await piece(AbortSignal.any([signal, run.piece.signal]));
        if (!run.isPutOff || signal.aborted) return result;
      } catch (error) {
        if (!run.isPutOff || signal.aborted) throw error;
      }
      this.#leave(run);
    }
  }

  #isTurnOver({ turnSince }: QueuedRun): boolean {
    return turnSince !== null && performance.now() - turnSince >= this.#longAfterMs;
  }

  async #giveBack(run: QueuedRun): Promise<void> {
    this.#holders.delete(run);
    run.lane = null;
    run.isPutOff = false;
    await this.#enter(run);
  }

  #enter(run: QueuedRun): Promise<void> {
    const { turn } = run;
    const { signal } = turn;
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = (): void => {
      this.#waiting = this.#waiting.filter((one) => one !== run);
      this.#settle();
      reject(signal.reason);
    };
    run.begin = () => {
      signal.removeEventListener('abort', onAbort);
      run.hasBegun = true;
      resolve();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const behind = this.#waiting.findIndex((one) => one.priority > run.priority);
    this.#waiting.splice(behind === -1 ? this.#waiting.length : behind, 0, run);
    this.#settle();
    const place = this.#waiting.indexOf(run);
    if (place === -1) return promise;
    if (!run.hasBegun && this.#countAdded(run) > this.maxWaiting) {
      this.#waiting.splice(place, 1);
      signal.removeEventListener('abort', onAbort);
      throw new QueueFullError('queue is full');
    }
    run.place = place;
    turn.onPlace(place);
    if (this.#longOwners.has(run.owner)) turn.onLong?.();
    return promise;
  }

  /** The waiting runs that have not begun; those of owners of long runs take no room from others. */
  #countAdded(run: QueuedRun): number {
    const isLast = !this.#isNewcomer(run);
    return this.#waiting.filter((one) => !one.hasBegun && (isLast || this.#isNewcomer(one))).length;
  }

  #leave(run: QueuedRun): void {
    this.#holders.delete(run);
    run.lane = null;
    this.#settle();
  }

  #markLong(run: QueuedRun): void {
    run.isLong = true;
    run.turn.onLong?.();
    if (run.owner !== '') {
      this.#longOwners.add(run.owner);
      for (const one of this.#waiting) if (one.isOfSameOwner(run)) one.turn.onLong?.();
    }
    this.#settle();
  }

  /** Gives slots to those that wait, and puts off long runs that have the slots of short ones. */
  #settle(): void {
    // Those put off before come first, or new long runs could keep them waiting for ever.
    this.#beginNext('long');
    for (const run of this.#longInShort()) if (this.#hasRoom('long', run)) run.lane = 'long';
    this.#beginNext('short');
    const shorts = this.#waiting.filter((one) => !one.isLong && this.#isFree(one));
    const leaving = [...this.#holders].filter(({ isPutOff }) => isPutOff).length;
    const needed = Math.max(0, shorts.length - leaving);
    for (const run of this.#longInShort().slice(0, needed)) run.putOff();
    this.#publishPlaces();
  }

  #beginNext(lane: Lane): void {
    for (let next = this.#next(lane); next; next = this.#next(lane)) this.#begin(next, lane);
  }

  #begin(run: QueuedRun, lane: Lane): void {
    this.#waiting = this.#waiting.filter((one) => one !== run);
    run.lane = lane;
    run.turnSince = null;
    this.#holders.add(run);
    this.#begun.add(run);
    run.begin();
  }

  /** The waiting run that gets a slot now. */
  #next(lane: Lane): QueuedRun | undefined {
    const fitting = this.#waiting.filter(
      (one) => one.isLong === (lane === 'long') && this.#hasRoom(lane, one),
    );
    const free = fitting.filter((one) => this.#isFree(one));
    // Runs of an owner whose runs are long come after those of others.
    return free.find((one) => this.#isNewcomer(one)) ?? free[0] ?? fitting[0];
  }

  #isNewcomer({ isLong, owner }: QueuedRun): boolean {
    return !isLong && !this.#longOwners.has(owner);
  }

  /** No other run of its owner has a slot, or will get it back. */
  #isFree(run: QueuedRun): boolean {
    const others = run.hasBegun ? this.#holders : this.#begun;
    return ![...others].some((one) => one.isOfSameOwner(run));
  }

  #hasRoom(lane: Lane, { isCheck }: QueuedRun): boolean {
    const holders = this.#holdersIn(lane);
    if (holders.length >= this.slots + FOR_CHECKS) return false;
    return isCheck || holders.filter((one) => !one.isCheck).length < this.slots;
  }

  #holdersIn(lane: Lane): QueuedRun[] {
    return [...this.#holders].filter((one) => one.lane === lane);
  }

  #longInShort(): QueuedRun[] {
    return this.#holdersIn('short').filter((one) => one.isLong && !one.isPutOff);
  }

  #publishPlaces(): void {
    if (this.#publishTimer || this.#waiting.length === 0) return;
    this.#publishTimer = setTimeout(() => {
      this.#publishTimer = null;
      for (const [place, waiting] of this.#waiting.entries()) {
        if (waiting.place === place) continue;
        waiting.place = place;
        waiting.turn.onPlace(place);
      }
    }, TELL_PLACES_AFTER_MS).unref();
  }
}
