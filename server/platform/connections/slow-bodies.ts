import type { FastifyRequest } from 'fastify';
import { networkOf } from './addresses.ts';
import { requestTooSlow } from '../errors.ts';

/** Request bodies in transit, by network. A body that does not arrive in time frees its slot. */
export class SlowBodies {
  readonly #timeoutMs: number;
  /** Functions that end each transfer, oldest first. */
  readonly #byNetwork = new Map<string, Set<() => void>>();

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Refuses the call and calls `onEnd`, unless the body is complete or the returned function is
   * called in time.
   */
  watch({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>, onEnd: () => void): () => void {
    const network = networkOf(ip);
    const arriving = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, arriving);
    const end = (): void => {
      arrived();
      onEnd();
      // The reader of the body handles it like any other error and replies.
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
    // No effect if the body is no longer read.
    raw.once('end', arrived).on('error', arrived);
    return arrived;
  }

  /** Ends this network's oldest transfer, if any. */
  endLongest(network: string): void {
    const [end] = this.#byNetwork.get(network) ?? [];
    end?.();
  }
}
