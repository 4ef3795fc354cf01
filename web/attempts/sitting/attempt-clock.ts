import type { Clock } from '../session/attempt-session.ts';

/**
 * The time that is left, as the server told it last, counted on by a clock that nobody can set.
 * `endedTime` is shown to people; only `remainingMs` is counted from.
 */
export class AttemptClock {
  readonly #listeners = new Set<() => void>();
  #endsAtMs = Infinity;
  #endedTime = '';

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly endedTime = (): string => this.#endedTime;

  /** Never below 0. */
  readonly remainingMs = (): number => Math.max(0, this.#endsAtMs - performance.now());

  /** True when the deadline itself has moved. */
  set({ remainingMs, endedTime }: Clock): boolean {
    const isMoved = this.#endedTime !== '' && endedTime !== this.#endedTime;
    this.#endsAtMs = performance.now() + remainingMs;
    this.#endedTime = endedTime;
    for (const listener of this.#listeners) listener();
    return isMoved;
  }
}
