import { setSteadyTimeout } from './steady-timers.ts';

/** Resolves after the time, also in a background tab, or immediately if the signal aborts. */
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
  /** Delays between retries: about as long as a restart takes. */
  pausesMs: readonly number[];
  /** Whether a retry may succeed. */
  isWorthIt: (error: unknown) => boolean;
  onFailure?: () => void;
  signal?: AbortSignal;
}

/** Retries after each delay while that may help, then throws the last error. */
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

/** Repeats a failed action with exponential backoff until it succeeds. */
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

  /** Replaces the planned retry. */
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

  /** Resets the backoff after a success, or if the next try is likely to succeed. */
  reset(): void {
    this.#pauseMs = this.#firstMs;
  }
}
