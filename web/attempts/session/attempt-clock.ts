import type { Clock } from './attempt-session.ts';

/**
 * The time left by the server's last report, counted down with a monotonic clock that users can't
 * change. `endedTime` is for display; only `remainingMs` counts.
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

  /** True if the deadline has moved. */
  set({ remainingMs, endedTime }: Clock): boolean {
    const isMoved = this.#endedTime !== '' && endedTime !== this.#endedTime;
    this.#endsAtMs = performance.now() + remainingMs;
    this.#endedTime = endedTime;
    for (const listener of this.#listeners) listener();
    return isMoved;
  }
}
