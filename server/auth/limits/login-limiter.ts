import { setTimeout as delay } from 'node:timers/promises';
import { Busy } from '../../platform/errors.ts';
import { MAX_WAITING_TO_SIGN_IN } from '../passwords.ts';

/** A class that mistypes has fewer failures in the window of the throttle. */
const CALM_FAILURES = 100;
const FAILURES_A_SECOND = 100;
const MAX_DELAY_SECONDS = 20;

interface Limits {
  /** Tries of one slowed network that are looked at, or whose wrong password is told late. */
  places: number;
  /** Tries of one slowed network that wait for a place. */
  maxWaiting: number;
  delayMs: (failures: number) => number;
  /** What whoever is sent away is told; that the server is busy when not said. */
  refuse?: (retryAfterSeconds: number) => Error;
}

/** None for a calm network; beyond, one second more for every hundred failures. */
export function delayAfter(failures: number): number {
  if (failures < CALM_FAILURES) return 0;
  const seconds = 1 + (failures - CALM_FAILURES) / FAILURES_A_SECOND;
  return Math.min(seconds, MAX_DELAY_SECONDS) * 1000;
}

/** As many wait here as may wait for the hashing behind it: who guesses slower than that keeps nobody out. */
const ORDINARY: Limits = {
  places: 20,
  maxWaiting: MAX_WAITING_TO_SIGN_IN,
  delayMs: delayAfter,
};

const isBusy = (retryAfterSeconds: number) => new Busy(retryAfterSeconds);

/** The tries of one network: how many hold a place, and who waits for one. */
interface Line {
  held: number;
  waiting: (() => void)[];
}

/**
 * Slows down the guesses of a network with very many failures, and refuses nobody who knows the
 * password. A wrong one is answered late, and holds one of few places until then, whether its caller
 * waits for the answer or not; a right one is answered at once and gives its place to the next. Who
 * finds no place waits for one, but never longer than the delay.
 */
export class LoginLimiter {
  readonly #limits: Limits;
  readonly #lines = new Map<string, Line>();

  constructor(limits: Limits = ORDINARY) {
    this.#limits = limits;
  }

  /** Makes one try, which answers null for a wrong password. */
  async slow<Person>(
    { network, failures }: { network: string; failures: number },
    attempt: () => Promise<Person | null>,
  ): Promise<Person | null> {
    const delayMs = this.#limits.delayMs(failures);
    if (delayMs === 0) return attempt();
    const line = this.#lines.get(network) ?? { held: 0, waiting: [] };
    this.#lines.set(network, line);
    const hasPlace = await this.#enter(line, delayMs);
    try {
      const person = await attempt();
      if (person === null && hasPlace) await delay(delayMs);
      return person;
    } finally {
      if (hasPlace) leave(line);
      if (line.held === 0 && line.waiting.length === 0) this.#lines.delete(network);
    }
  }

  /** Whether there was a place before the delay was over. */
  async #enter(line: Line, delayMs: number): Promise<boolean> {
    if (line.held < this.#limits.places) {
      line.held += 1;
      return true;
    }
    const { maxWaiting, refuse = isBusy } = this.#limits;
    if (line.waiting.length >= maxWaiting) throw refuse(Math.ceil(delayMs / 1000));
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const take = () => resolve(true);
    line.waiting.push(take);
    const timer = setTimeout(() => {
      line.waiting = line.waiting.filter((other) => other !== take);
      resolve(false);
    }, delayMs);
    const hasPlace = await promise;
    clearTimeout(timer);
    return hasPlace;
  }
}

/** A place that is handed over is never free in between. */
function leave(line: Line): void {
  const next = line.waiting.shift();
  if (next) next();
  else line.held -= 1;
}
