import type { ServerResponse } from 'node:http';
import { Busy } from '../errors.ts';

/** Limit for long texts in transit; each is held several times while it is written. */
const MAX_BYTES = 24 * 1024 * 1024;
/** After this time the caller is asked to retry. */
const TIMEOUT_MS = 20_000;
const RETRY_AFTER_SECONDS = 5;

interface Waiting {
  bytes: number;
  begin: () => void;
}

/** Limits the memory for long replies in this process, first come, first served. */
export class ResponseBudget {
  readonly #maxBytes: number;
  readonly #timeoutMs: number;
  #taken = 0;
  readonly #waiting: Waiting[] = [];

  constructor({ maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS } = {}) {
    this.#maxBytes = maxBytes;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Reserves bytes until the reply was sent or the client has disconnected. A reply larger than the
   * budget is sent alone.
   */
  async take(wantedBytes: number, response: ServerResponse): Promise<void> {
    const bytes = Math.min(wantedBytes, this.#maxBytes);
    if (this.#waiting.length > 0 || this.#taken + bytes > this.#maxBytes) {
      await this.#wait(bytes, response);
    } else this.#taken += bytes;
    const leave = (): void => {
      response.off('close', leave).off('finish', leave);
      this.#taken -= bytes;
      this.#letIn();
    };
    response.once('close', leave).once('finish', leave);
    if (response.destroyed) leave();
  }

  #wait(bytes: number, response: ServerResponse): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = (): void => {
      clearTimeout(timer);
      response.off('close', giveUp);
    };
    const entry: Waiting = {
      bytes,
      begin: () => {
        end();
        resolve();
      },
    };
    const giveUp = (): void => {
      end();
      this.#waiting.splice(this.#waiting.indexOf(entry), 1);
      this.#letIn();
      reject(new Busy(RETRY_AFTER_SECONDS));
    };
    const timer = setTimeout(giveUp, this.#timeoutMs);
    response.once('close', giveUp);
    this.#waiting.push(entry);
    return promise;
  }

  #letIn(): void {
    for (;;) {
      const [next] = this.#waiting;
      if (!next || this.#taken + next.bytes > this.#maxBytes) return;
      this.#waiting.shift();
      this.#taken += next.bytes;
      next.begin();
    }
  }
}
