import type { ServerResponse } from 'node:http';
import { Busy } from '../errors.ts';

/** Long texts on their way to callers at the same time; each is held several times while it is written. */
const MAX_BYTES = 24 * 1024 * 1024;
/** Whoever finds no room by then is asked to come again. */
const TIMEOUT_MS = 20_000;
const RETRY_AFTER_SECONDS = 5;

interface Waiting {
  bytes: number;
  begin: () => void;
}

/** Room in this process for long replies, shared by all callers in the order in which they come. */
export class ResponseBudget {
  readonly #maxBytes: number;
  readonly #timeoutMs: number;
  #taken = 0;
  readonly #waiting: Waiting[] = [];

  constructor({ maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS } = {}) {
    this.#maxBytes = maxBytes;
    this.#timeoutMs = timeoutMs;
  }

  /** Keeps room for so many bytes until the reply was sent, or its caller is gone. One larger than all room comes alone. */
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
