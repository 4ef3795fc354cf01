import type { ServerResponse } from 'node:http';
import { Busy } from '../errors.ts';
import { Places } from '../jobs/places.ts';

/** Limit for long texts in transit; each is held several times while it is written. */
const MAX_BYTES = 24 * 1024 * 1024;
/** After this time the caller is asked to retry. */
const TIMEOUT_MS = 20_000;
const RETRY_AFTER_SECONDS = 5;

/** Limits the memory for long replies in this process, first come, first served. */
export class ResponseBudget {
  readonly #bytes: Places;
  readonly #timeoutMs: number;

  constructor({ maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS } = {}) {
    this.#bytes = new Places(maxBytes);
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Reserves bytes until the reply was sent or the client has disconnected. A reply larger than the
   * budget is sent alone.
   */
  async take(size: number, response: ServerResponse): Promise<void> {
    const waiting = new AbortController();
    const giveUp = (): void => waiting.abort(new Busy(RETRY_AFTER_SECONDS));
    const timer = setTimeout(giveUp, this.#timeoutMs);
    response.once('close', giveUp);
    try {
      const leave = await this.#bytes.enter({ size, signal: waiting.signal });
      response.once('close', leave).once('finish', leave);
      if (response.destroyed) leave();
    } finally {
      clearTimeout(timer);
      response.off('close', giveUp);
    }
  }
}
