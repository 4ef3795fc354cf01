import { setTimeout as delay } from 'node:timers/promises';
import { Busy } from '../../platform/errors.ts';
import { MAX_WAITING_TO_SIGN_IN } from '../passwords.ts';

/** A class with many typos stays below this within the throttle's window. */
const CALM_FAILURES = 100;
const FAILURES_A_SECOND = 100;
const MAX_DELAY_SECONDS = 20;

interface Limits {
  /** Concurrent attempts of a slowed network, including those whose refusal is delayed. */
  places: number;
  /** Attempts of a slowed network that may wait for a slot. */
  maxWaiting: number;
  delayMs: (failures: number) => number;
  /** The error for refused attempts; default: the server is busy. */
  refuse?: (retryAfterSeconds: number) => Error;
}

/** No delay for a normal network; beyond that, one second per hundred failures. */
export function delayAfter(failures: number): number {
  if (failures < CALM_FAILURES) return 0;
  const seconds = 1 + (failures - CALM_FAILURES) / FAILURES_A_SECOND;
  return Math.min(seconds, MAX_DELAY_SECONDS) * 1000;
}

/** As many as may wait for hashing, so that slower guessing locks nobody out. */
const ORDINARY: Limits = {
  places: 20,
  maxWaiting: MAX_WAITING_TO_SIGN_IN,
  delayMs: delayAfter,
};

const isBusy = (retryAfterSeconds: number) => new Busy(retryAfterSeconds);

/** The attempts of one network: used slots, and those waiting for one. */
interface Line {
  held: number;
  waiting: (() => void)[];
}

/**
 * Slows down a network with very many failures without locking out people who know their password.
 * A wrong password is answered late and holds one of few slots until then, even if the client
 * disconnects; a correct one is answered immediately and frees its slot. An attempt without a slot
 * waits for one, at most as long as the delay.
 */
export class LoginLimiter {
  readonly #limits: Limits;
  readonly #lines = new Map<string, Line>();

  constructor(limits: Limits = ORDINARY) {
    this.#limits = limits;
  }

  /** Makes one attempt; null means a wrong password. */
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

  /** Returns whether a slot became free within the delay. */
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

/** Hands the slot over directly, so that no other attempt can take it. */
function leave(line: Line): void {
  const next = line.waiting.shift();
  if (next) next();
  else line.held -= 1;
}
