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

/** A refusal that says when to try again. */
interface TimedRefusal {
  retryAfterMs: number | null;
}

export const isTimed = (error: unknown): error is TimedRefusal =>
  error instanceof Error && 'retryAfterMs' in error && typeof error.retryAfterMs === 'number';

/** A random part of the time, at least half of it, so that the pages of a class don't act at the same moment. */
export const spread = (milliseconds: number): number =>
  milliseconds / 2 + (Math.random() * milliseconds) / 2;

/**
 * The delay before the next try: what the refusal asks for and up to half as long again, or a random part of the
 * backoff if it asks for nothing.
 */
export function delayAfter(error: unknown, backoffMs: number): number {
  const askedMs = isTimed(error) ? (error.retryAfterMs ?? 0) : 0;
  // Never earlier than the server asked for.
  return askedMs > 0 ? askedMs / 2 + spread(askedMs) : spread(backoffMs);
}

/** From the header `Retry-After`, in seconds; null without one. */
export function retryAfterOf({ headers }: Pick<Response, 'headers'>): number | null {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  return Number.isNaN(seconds) ? null : seconds * 1000;
}

interface Retries {
  /** Delays between retries: about as long as a restart takes. */
  pausesMs: readonly number[];
  /** Whether a retry may succeed. */
  isWorthIt: (error: unknown) => boolean;
  onFailure?: () => void;
  signal?: AbortSignal;
}

/** Retries after each delay or a random part of it while that may help, then throws the last error. */
export async function withRetries<Answer>(
  ask: () => Promise<Answer>,
  { pausesMs, isWorthIt, onFailure, signal }: Retries,
): Promise<Answer> {
  for (const pauseMs of pausesMs) {
    let delayMs = pauseMs;
    try {
      return await ask();
    } catch (error) {
      if (signal?.aborted === true || !isWorthIt(error)) throw error;
      delayMs = delayAfter(error, pauseMs);
      onFailure?.();
    }
    await pause(delayMs, signal);
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

  /** Replaces the planned retry. `error` is why the last try failed, which may say when to try again. */
  plan(work: () => void, error?: unknown): void {
    this.cancel();
    this.#clear = setSteadyTimeout(
      () => {
        this.#clear = null;
        work();
      },
      delayAfter(error, this.#pauseMs),
    );
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
