import { Busy } from '../../platform/errors.ts';

/** The kind of work and the caller's network. */
export interface Turn {
  lane: 'sign-in' | 'registration';
  network: string;
}

interface Limits {
  /** Maximum number of concurrent pieces of work. */
  places: number;
  /** Maximum number of waiting entries per lane. */
  maxWaiting: Record<Turn['lane'], number>;
}

interface Waiting {
  begin: () => void;
  refuse: (reason: Busy) => void;
}

/** After this many sign-ins in a row, a waiting registration gets a slot. */
const SIGN_INS_IN_A_ROW = 8;
const TRY_AGAIN_SECONDS = 5;

/**
 * A queue for expensive work: few run at a time. Sign-ins come before registrations, and within
 * each lane networks take turns. If a lane is full, the newest entry of the network with the most
 * entries is refused, so that a flood displaces itself.
 */
export class TurnQueue {
  readonly #limits: Limits;
  readonly #lanes = { 'sign-in': new Lane(), registration: new Lane() };
  readonly #running = { 'sign-in': 0, registration: 0 };
  #signInsInARow = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  async run<Result>({ lane, network }: Turn, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin, refuse) => {
      this.#lanes[lane].add(network, { begin, refuse });
      this.#beginNext();
      if (this.#lanes[lane].size > this.#limits.maxWaiting[lane]) {
        this.#lanes[lane].takeLastOfMost()?.refuse(new Busy(TRY_AGAIN_SECONDS));
      }
    });
    try {
      return await work();
    } finally {
      this.#running[lane] -= 1;
      this.#beginNext();
    }
  }

  #beginNext(): void {
    const lane = this.#nextLane();
    const next = lane && this.#lanes[lane].takeNext();
    if (!next) return;
    this.#running[lane] += 1;
    this.#signInsInARow = lane === 'sign-in' ? this.#signInsInARow + 1 : 0;
    next.begin();
  }

  #nextLane(): Turn['lane'] | null {
    const { 'sign-in': signIns, registration: registrations } = this.#running;
    const { places } = this.#limits;
    if (signIns + registrations >= places) return null;
    // One slot is reserved for sign-ins, which may arrive at any moment.
    const mayRegister = registrations < Math.max(1, places - 1);
    const registers = mayRegister && this.#lanes.registration.size > 0;
    const isDue = this.#signInsInARow >= SIGN_INS_IN_A_ROW;
    if (registers && (isDue || this.#lanes['sign-in'].size === 0)) return 'registration';
    return this.#lanes['sign-in'].size > 0 ? 'sign-in' : null;
  }
}

/** The waiting entries of one kind, by network; the first network is next. */
class Lane {
  readonly #networks = new Map<string, Waiting[]>();
  size = 0;

  add(network: string, waiting: Waiting): void {
    const line = this.#networks.get(network) ?? [];
    line.push(waiting);
    this.#networks.set(network, line);
    this.size += 1;
  }

  takeNext(): Waiting | null {
    const [first] = this.#networks;
    if (!first) return null;
    const [network, line] = first;
    const next = line.shift() ?? null;
    this.#networks.delete(network);
    if (line.length > 0) this.#networks.set(network, line);
    this.size -= 1;
    return next;
  }

  takeLastOfMost(): Waiting | null {
    const lines = [...this.#networks].toSorted(([, a], [, b]) => b.length - a.length);
    const [longest] = lines;
    if (!longest) return null;
    const [network, line] = longest;
    const last = line.pop() ?? null;
    if (line.length === 0) this.#networks.delete(network);
    this.size -= 1;
    return last;
  }
}
