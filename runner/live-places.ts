import type { LiveTurns } from '@vlabs/contract/runs/live-runs';
import { QueueFullError } from './run-queue.ts';

/** How often terminals are checked for preemption while others wait. */
const LOOK_EVERY_MS = 250;

/** Why a terminal is preempted. */
export type PreemptionReason = 'idle' | 'several' | 'long';

/** A program in a terminal that has a slot or waits for one. */
export interface LiveTurn {
  /** The user's id; empty if unknown. */
  person: string;
  /** How many terminals this user had open, on all runners, when this one was requested. */
  others: number;
  turns: LiveTurns;
  signal: AbortSignal;
  /** Called with the number of requests ahead, immediately and at each change. */
  onPlace: (place: number) => void;
  /** Time since the last input or output. */
  idleMs: () => number;
  /** Called once if the terminal must end because others wait. */
  preempt: (why: PreemptionReason) => void;
}

interface Holder {
  turn: LiveTurn;
  sinceMs: number;
  isLeaving: boolean;
}

interface Waiting {
  turn: LiveTurn;
  /** The last number reported to `onPlace`. */
  place: number | null;
  begin: () => void;
}

/**
 * Shares the slots for programs in a terminal fairly between users. A free slot goes to the waiting user with the
 * fewest terminals. While a user waits who has fewer than another, the other user's terminal is preempted, idle ones
 * first.
 */
export class LivePlaces {
  readonly slots: number;
  readonly #maxWaiting: number;
  readonly #holders = new Set<Holder>();
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(slots: number, maxWaiting: number) {
    this.slots = slots;
    this.#maxWaiting = maxWaiting;
  }

  get running(): number {
    return this.#holders.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs `work` in a slot. Throws QueueFullError, or the signal's reason if it is aborted before its turn. */
  async run<Result>(work: () => Promise<Result>, turn: LiveTurn): Promise<Result> {
    turn.signal.throwIfAborted();
    const mayBegin = this.#holders.size < this.slots && this.#waiting.length === 0;
    const holder = mayBegin ? this.#enter(turn) : await this.#wait(turn);
    try {
      return await work();
    } finally {
      this.#holders.delete(holder);
      this.#letIn();
    }
  }

  #enter(turn: LiveTurn): Holder {
    const holder = { turn, sinceMs: performance.now(), isLeaving: false };
    this.#holders.add(holder);
    return holder;
  }

  #wait(turn: LiveTurn): Promise<Holder> {
    if (this.#waiting.length >= this.#maxWaiting) throw new QueueFullError('queue is full');
    const { promise, resolve, reject } = Promise.withResolvers<Holder>();
    const onAbort = (): void => {
      this.#waiting = this.#waiting.filter((one) => one !== entry);
      this.#publishPlaces();
      reject(turn.signal.reason);
    };
    const begin = (): void => {
      turn.signal.removeEventListener('abort', onAbort);
      resolve(this.#enter(turn));
    };
    const entry: Waiting = { turn, place: null, begin };
    turn.signal.addEventListener('abort', onAbort, { once: true });
    this.#waiting.push(entry);
    this.#publishPlaces();
    this.#timer ??= setInterval(() => this.#evictIdle(), LOOK_EVERY_MS);
    return promise;
  }

  #letIn(): void {
    while (this.#holders.size < this.slots) {
      const [next] = this.#inOrder();
      if (!next) break;
      this.#waiting = this.#waiting.filter((one) => one !== next);
      next.begin();
    }
    this.#publishPlaces();
    if (this.#waiting.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Orders by the user's number of terminals, then by arrival. */
  #inOrder(): Waiting[] {
    return this.#waiting.toSorted(
      (one, other) => this.#placesOf(one.turn, 0) - this.#placesOf(other.turn, 0),
    );
  }

  #publishPlaces(): void {
    for (const [place, entry] of this.#inOrder().entries()) {
      if (entry.place === place) continue;
      entry.place = place;
      entry.turn.onPlace(place);
    }
  }

  /** Preempts one terminal for each waiting request, if there is one that may be preempted. */
  #evictIdle(): void {
    const leaving = [...this.#holders].filter(({ isLeaving }) => isLeaving).length;
    for (const { turn } of this.#inOrder().slice(leaving)) {
      const chosen = this.#choosePreempted(this.#placesOf(turn, 0));
      if (!chosen) return;
      chosen.holder.isLeaving = true;
      chosen.holder.turn.preempt(chosen.why);
    }
  }

  #choosePreempted(placesOfWaiting: number): { holder: Holder; why: PreemptionReason } | undefined {
    const candidates = [...this.#holders].flatMap((holder) => {
      const places = this.#placesOf(holder.turn, 1);
      const why =
        holder.isLeaving || places <= placesOfWaiting ? null : preemptionReason(holder, places);
      return why === null ? [] : [{ holder, why, places, idleMs: holder.turn.idleMs() }];
    });
    return candidates.toSorted(
      (one, other) => other.places - one.places || other.idleMs - one.idleMs,
    )[0];
  }

  /** A user's number of terminals: on this runner, or as counted by the server on all runners. */
  #placesOf({ person, others }: LiveTurn, own: 0 | 1): number {
    if (person === '') return own;
    let here = 0;
    for (const { turn, isLeaving } of this.#holders) {
      if (!isLeaving && turn.person === person) here += 1;
    }
    return Math.max(here, others + own);
  }
}

function preemptionReason({ turn, sinceMs }: Holder, places: number): PreemptionReason | null {
  const { giveWayAfterMs, longestTurnMs } = turn.turns;
  const heldMs = performance.now() - sinceMs;
  if (turn.idleMs() >= giveWayAfterMs) return 'idle';
  if (places > 1 && heldMs >= giveWayAfterMs) return 'several';
  return heldMs >= longestTurnMs ? 'long' : null;
}
