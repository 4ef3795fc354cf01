import { setSteadyTimeout } from './steady-timers.ts';

/** Over when its time has come, also in a page in the background, or at once when the signal aborts. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const clear = setSteadyTimeout(resolve, milliseconds);
  const end = () => resolve();
  if (signal?.aborted === true) end();
  signal?.addEventListener('abort', end);
  return promise.finally(() => {
    clear();
    signal?.removeEventListener('abort', end);
  });
}

interface Retries {
  /** Pauses before it is asked again: about as long as what is away takes to come back. */
  pausesMs: readonly number[];
  /** Whether it may succeed later. */
  isWorthIt: (error: unknown) => boolean;
  onFailure?: () => void;
  signal?: AbortSignal;
}

/** Asks again after each pause, as long as that may help; then throws what was thrown last. */
export async function withRetries<Answer>(
  ask: () => Promise<Answer>,
  { pausesMs, isWorthIt, onFailure, signal }: Retries,
): Promise<Answer> {
  for (const pauseMs of pausesMs) {
    try {
      return await ask();
    } catch (error) {
      if (signal?.aborted === true || !isWorthIt(error)) throw error;
      onFailure?.();
    }
    await pause(pauseMs, signal);
  }
  return ask();
}

/** Does something again a while after it failed, each time after twice as long, until it succeeds. */
export class Retry {
  readonly #firstMs: number;
  readonly #longestMs: number;
  #pauseMs: number;
  #clear: (() => void) | null = null;

  constructor(firstMs: number, longestMs: number) {
    this.#firstMs = firstMs;
    this.#longestMs = longestMs;
    this.#pauseMs = firstMs;
  }

  get isPlanned(): boolean {
    return this.#clear !== null;
  }

  /** In place of what was planned before. */
  plan(work: () => void): void {
    this.cancel();
    this.#clear = setSteadyTimeout(() => {
      this.#clear = null;
      work();
    }, this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, this.#longestMs);
  }

  cancel(): void {
    this.#clear?.();
    this.#clear = null;
  }

  /** It succeeded, or there is a reason to believe that it will: the next pause is short again. */
  reset(): void {
    this.#pauseMs = this.#firstMs;
  }
}
