import { setTimeout as delay } from 'node:timers/promises';
import { Busy } from '../../platform/errors.ts';
import { PlacesPerKey } from '../../platform/jobs/places.ts';
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

/**
 * Slows down a network with very many failures without locking out people who know their password.
 * A wrong password is answered late and holds one of few slots until then, even if the client
 * disconnects; a correct one is answered immediately and frees its slot. An attempt without a slot
 * waits for one, at most as long as the delay.
 */
export class LoginLimiter {
  readonly #delayMs: Limits['delayMs'];
  readonly #refuse: (retryAfterSeconds: number) => Error;
  readonly #networks: PlacesPerKey;

  constructor({ places, maxWaiting, delayMs, refuse = isBusy }: Limits = ORDINARY) {
    this.#delayMs = delayMs;
    this.#refuse = refuse;
    this.#networks = new PlacesPerKey(places, { maxWaiting });
  }

  /** Makes one attempt; null means a wrong password. */
  async slow<Person>(
    { network, failures }: { network: string; failures: number },
    attempt: () => Promise<Person | null>,
  ): Promise<Person | null> {
    const delayMs = this.#delayMs(failures);
    if (delayMs === 0) return attempt();
    const leave = await this.#enter(network, delayMs);
    try {
      const person = await attempt();
      if (person === null && leave) await delay(delayMs);
      return person;
    } finally {
      leave?.();
    }
  }

  /** Null if no slot became free within the delay. */
  async #enter(network: string, delayMs: number): Promise<(() => void) | null> {
    const signal = AbortSignal.timeout(Math.ceil(delayMs));
    const refuse = () => this.#refuse(Math.ceil(delayMs / 1000));
    try {
      return await this.#networks.enter(network, { signal, refuse });
    } catch (error) {
      if (error === signal.reason) return null;
      throw error;
    }
  }
}
