import type { StartQueue } from '@vlabs/contract/attempts/attempts';
import { UnavailableWithData } from '../../platform/errors.ts';
import type { Start, StartTickets } from './start-tickets.ts';

export interface StartLimits {
  /** Starts in progress while others wait: two batches, so that one is read while the other is written. */
  atOnce: number;
  /** Starts in progress while nobody waits: a large class, which is started soonest together. */
  ofClass: number;
  /** Starts that wait in the server. They hold connections, which saves need. */
  maxHeld: number;
  /** How long such a start waits. */
  holdMs: number;
}

const LIMITS: StartLimits = { atOnce: 200, ofClass: 500, maxHeld: 1000, holdMs: 2000 };
/** How late a page may be that comes back to its place. */
const KEPT_MS = 60_000;
/** A faster line would be estimated at less than the pages' own pauses. */
const FASTEST_START_MS = 1;
/** A page comes back after this time at the latest, so that the place it shows is current. */
const MAX_RETRY_SECONDS = 15;

/** A student who waits. One place each, so that nobody fills the line. */
interface Waiting extends Start {
  /** When they pressed Start; the earliest is next. */
  sinceMs: number;
  /** When the place ends unless they come back. */
  keptUntilMs: number;
  /** Ends the wait of the call that is held, if one is. */
  begin: (() => void) | null;
}

interface Arrived extends Start {
  nowMs: number;
  ticket: string | null;
  /** Of a student who comes back, when the attempt began; null before the first start. */
  findBegun: () => Promise<Date | null>;
}

/**
 * Admits starts in turn, a number at a time on each server, so that a class that starts together leaves room for saves
 * and submissions. A start that waits longer than a moment is refused with its place in line, and the page comes back by
 * itself. Places follow the time when Start was pressed, on any server; students whose time is running go first.
 */
export class StartLine {
  readonly #limits: StartLimits;
  readonly #tickets: StartTickets;
  #inProgress = 0;
  /** Everybody who waits, the earliest first. */
  #line: Waiting[] = [];
  readonly #byPerson = new Map<string, Waiting>();
  /** Those whose calls are held, the earliest first. */
  readonly #held: Waiting[] = [];
  #formedAtMs = 0;
  /** Starts that ended since the line formed. */
  #ended = 0;
  #sweptAtMs = 0;

  constructor(tickets: StartTickets, limits: Partial<StartLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
    this.#tickets = tickets;
  }

  /** Runs the work in its turn, and says whether it had to wait. Throws the place in line if the turn is later. */
  async run<Result>(
    arrived: Arrived,
    work: (hasWaited: boolean) => Promise<Result>,
  ): Promise<Result> {
    const isAdmitted = this.#admit(arrived);
    if (!isAdmitted) await this.#wait(arrived);
    try {
      return await work(!isAdmitted);
    } finally {
      this.#ended += 1;
      this.#inProgress -= 1;
      this.#letIn();
    }
  }

  #admit({ personId }: Arrived): boolean {
    if (this.#inProgress >= this.#limits.ofClass || this.#held.length > 0) return false;
    this.#inProgress += 1;
    this.#forget(personId);
    return true;
  }

  async #wait(arrived: Arrived): Promise<void> {
    const begunAt = await arrived.findBegun();
    if (this.#admit(arrived)) return;
    const waiting = this.#lineUp(arrived, begunAt);
    const { maxHeld, holdMs } = this.#limits;
    if (this.#held.length >= maxHeld || waiting.begin) throw this.#refuse(waiting, arrived.nowMs);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => {
      waiting.begin = null;
      this.#held.splice(this.#held.indexOf(waiting), 1);
      resolve(false);
    }, holdMs);
    waiting.begin = () => {
      clearTimeout(timer);
      resolve(true);
    };
    insertInOrder(this.#held, waiting);
    if (!(await promise)) throw this.#refuse(waiting, arrived.nowMs + holdMs);
  }

  #lineUp(arrived: Arrived, begunAt: Date | null): Waiting {
    const { personId, quizId, nowMs, ticket } = arrived;
    this.#sweep(nowMs);
    const found = this.#byPerson.get(personId);
    const known = found?.quizId === quizId ? found : null;
    const written = ticket === null ? null : this.#tickets.read(ticket, arrived, nowMs);
    const times = [known?.sinceMs, written, begunAt?.getTime(), nowMs];
    const sinceMs = Math.floor(Math.min(...times.filter((time) => typeof time === 'number')));
    if (known?.begin || known?.sinceMs === sinceMs) return known;
    this.#forget(personId);
    if (this.#line.length === 0) [this.#formedAtMs, this.#ended] = [nowMs, 0];
    const waiting = { personId, quizId, sinceMs, keptUntilMs: nowMs + KEPT_MS, begin: null };
    insertInOrder(this.#line, waiting);
    this.#byPerson.set(personId, waiting);
    return waiting;
  }

  #letIn(): void {
    while (this.#inProgress < this.#limits.atOnce) {
      const next = this.#held.shift();
      if (!next) return;
      this.#inProgress += 1;
      this.#forget(next.personId);
      next.begin?.();
    }
  }

  #forget(personId: string): void {
    const waiting = this.#byPerson.get(personId);
    if (!waiting) return;
    this.#byPerson.delete(personId);
    this.#line.splice(this.#line.indexOf(waiting), 1);
  }

  /** Ends the places of pages that did not come back. */
  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptAtMs < KEPT_MS / 10) return;
    this.#sweptAtMs = nowMs;
    this.#line = this.#line.filter(({ personId, keptUntilMs, begin }) => {
      const isKept = begin !== null || keptUntilMs > nowMs;
      if (!isKept) this.#byPerson.delete(personId);
      return isKept;
    });
  }

  #refuse(waiting: Waiting, nowMs: number): UnavailableWithData {
    const place = this.#line.indexOf(waiting) + 1;
    const startMs = (nowMs - this.#formedAtMs) / (this.#ended + this.#limits.atOnce);
    const seconds = Math.ceil((place * Math.max(FASTEST_START_MS, startMs)) / 1000);
    const retrySeconds = Math.min(seconds, MAX_RETRY_SECONDS);
    waiting.keptUntilMs = nowMs + retrySeconds * 1000 + KEPT_MS;
    const data: StartQueue = {
      place,
      seconds,
      ticket: this.#tickets.write(waiting, waiting.sinceMs),
    };
    return new UnavailableWithData(
      'start_queued',
      `Many students are starting a test. You are number ${place} in line. Try again in ${seconds} s.`,
      { retryAfterSeconds: retrySeconds, data },
    );
  }
}

function insertInOrder(line: Waiting[], waiting: Waiting): void {
  const before = line.findLastIndex(({ sinceMs }) => sinceMs <= waiting.sinceMs);
  line.splice(before + 1, 0, waiting);
}
