import type { FastifyRequest } from 'fastify';
import { networkOf } from './addresses.ts';
import { requestTooSlow } from '../errors.ts';

/** Bodies that are arriving, by network, so that one that does not come holds a place for a short time only. */
export class SlowBodies {
  readonly #timeoutMs: number;
  /** What ends each; the one that has been arriving the longest stands first. */
  readonly #byNetwork = new Map<string, Set<() => void>>();

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Refuses the call, and calls `onEnd`, unless the body is whole or what this gives is called in time. */
  watch({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>, onEnd: () => void): () => void {
    const network = networkOf(ip);
    const arriving = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, arriving);
    const end = (): void => {
      arrived();
      onEnd();
      // Whoever reads the body hears of it as of any other fault, and answers.
      raw.emit('error', requestTooSlow());
    };
    const arrived = (): void => {
      clearTimeout(timer);
      arriving.delete(end);
      if (arriving.size === 0 && this.#byNetwork.get(network) === arriving) {
        this.#byNetwork.delete(network);
      }
    };
    const timer = setTimeout(end, this.#timeoutMs).unref();
    arriving.add(end);
    // Where nobody reads it any more, nothing happens.
    raw.once('end', arrived).on('error', arrived);
    return arrived;
  }

  /** Ends the one of this network that has been arriving the longest, if there is one. */
  endLongest(network: string): void {
    const [end] = this.#byNetwork.get(network) ?? [];
    end?.();
  }
}
