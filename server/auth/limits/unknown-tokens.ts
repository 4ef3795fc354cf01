import { hash } from 'node:crypto';
import { TooMany } from '../../platform/errors.ts';
import { LoginLimiter } from './login-limiter.ts';

/** A campus shares one address: every page of a large class may come with a session that has ended. */
const CALM_TOKENS = 3000;
const WINDOW_MS = 60_000;
const DELAY_MS = 1000;
/** Persons of a large university, at the devices that they use on one day. */
const MAX_KNOWN = 20_000;
const MAX_NETWORKS = 20_000;

interface Limits {
  /** So many tokens of nobody's does a network send in a minute before it is slowed down. */
  calm: number;
  /** Tokens of one slowed network that are looked for, or told late; and how many wait for that. */
  places: number;
  maxWaiting: number;
}

const ORDINARY: Limits = { calm: CALM_TOKENS, places: 50, maxWaiting: 500 };

const tooManyTokens = (retryAfterSeconds: number) =>
  new TooMany(
    'too_many_calls',
    'Too many calls of nobody come from your network. Try again in a few seconds.',
    retryAfterSeconds,
  );

/**
 * Holds back a network that sends very many tokens that are nobody's: like its guesses of passwords they
 * are looked for late and few at once, and what finds no room is refused. Tokens that were somebody's
 * here lately are looked for at once, so that those who work behind the same address notice nothing.
 */
export class UnknownTokens {
  readonly #calm: number;
  readonly #limiter: LoginLimiter;
  /** Hashes of tokens. A hint, and no answer: each is looked for all the same. */
  readonly #known = new Set<string>();
  readonly #unknownOf = new Map<string, number>();
  #countedSinceMs = 0;

  constructor({ calm, ...room }: Limits = ORDINARY) {
    this.#calm = calm;
    const delayMs = (unknown: number) => (unknown < this.#calm ? 0 : DELAY_MS);
    this.#limiter = new LoginLimiter({ ...room, delayMs, refuse: tooManyTokens });
  }

  /** Looks for a token of this network, which answers null where it is nobody's. */
  async find<Found>(
    { token, network }: { token: string; network: string },
    lookUp: () => Promise<Found | null>,
  ): Promise<Found | null> {
    // With every call, so in the one step that is quickest.
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

/** In the order in which they came first: to move each to the end costs every call more than it gains. */
function addTo(known: Set<string>, hashed: string): void {
  known.add(hashed);
  if (known.size <= MAX_KNOWN) return;
  const [oldest] = known;
  if (oldest !== undefined) known.delete(oldest);
}
