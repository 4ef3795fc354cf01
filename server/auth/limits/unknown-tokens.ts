import { hash } from 'node:crypto';
import { TooMany } from '../../platform/errors.ts';
import { LoginLimiter } from './login-limiter.ts';

/** A campus shares one address, and every page of a large class may send an expired session. */
const CALM_TOKENS = 3000;
const WINDOW_MS = 60_000;
const DELAY_MS = 1000;
/** The daily number of people at a large university, times their devices. */
const MAX_KNOWN = 20_000;
const MAX_NETWORKS = 20_000;

interface Limits {
  /** Unknown tokens per minute from a network before it is slowed down. */
  calm: number;
  /** Concurrent lookups of a slowed network, and how many may wait for one. */
  places: number;
  maxWaiting: number;
}

const ORDINARY: Limits = { calm: CALM_TOKENS, places: 50, maxWaiting: 500 };

const tooManyTokens = (retryAfterSeconds: number) =>
  new TooMany(
    'too_many_calls',
    'Your network is sending too many requests with unknown sessions. Try again in a few seconds.',
    retryAfterSeconds,
  );

/**
 * Slows down a network that sends very many unknown tokens, like guessed passwords: few are looked
 * up at a time, unknown ones are answered late, and the rest is refused. Recently valid tokens are
 * looked up immediately, so that other users at the same address are not affected.
 */
export class UnknownTokens {
  readonly #calm: number;
  readonly #limiter: LoginLimiter;
  /** Hashes of recently valid tokens. Only a hint: each token is still looked up. */
  readonly #known = new Set<string>();
  readonly #unknownOf = new Map<string, number>();
  #countedSinceMs = 0;

  constructor({ calm, ...room }: Limits = ORDINARY) {
    this.#calm = calm;
    const delayMs = (unknown: number) => (unknown < this.#calm ? 0 : DELAY_MS);
    this.#limiter = new LoginLimiter({ ...room, delayMs, refuse: tooManyTokens });
  }

  /** Looks up a token of this network; null if it is unknown. */
  async find<Found>(
    { token, network }: { token: string; network: string },
    lookUp: () => Promise<Found | null>,
  ): Promise<Found | null> {
    // Runs on every call, so it uses the fastest function.
    const hashed = hash('sha256', token, 'base64');
    const found = this.#known.has(hashed)
      ? await lookUp()
      : await this.#limiter.slow({ network, failures: this.#countOf(network) }, lookUp);
    if (found !== null) addTo(this.#known, hashed);
    else {
      this.#known.delete(hashed);
      this.#count(network);
    }
    return found;
  }

  #countOf(network: string): number {
    const nowMs = performance.now();
    if (nowMs - this.#countedSinceMs > WINDOW_MS) {
      this.#unknownOf.clear();
      this.#countedSinceMs = nowMs;
    }
    return this.#unknownOf.get(network) ?? 0;
  }

  #count(network: string): void {
    const count = this.#countOf(network) + 1;
    if (this.#unknownOf.size < MAX_NETWORKS || this.#unknownOf.has(network)) {
      this.#unknownOf.set(network, count);
    }
  }
}

/** In insertion order: moving each entry to the end would cost every call more than it gains. */
function addTo(known: Set<string>, hashed: string): void {
  known.add(hashed);
  if (known.size <= MAX_KNOWN) return;
  const [oldest] = known;
  if (oldest !== undefined) known.delete(oldest);
}
