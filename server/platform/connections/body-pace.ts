import { setTimeout as delay } from 'node:timers/promises';

interface Limits {
  bytesPerSecond: number;
  /** What a caller who has been quiet may send without waiting. */
  bytesAtOnce: number;
}

/** More callers than send large bodies at a time. */
const MAX_KEPT = 1000;

/** Spreads the large bodies of each caller over time, so that one who sends without pause leaves the rest to others. */
export class BodyPace {
  readonly #bytesPerSecond: number;
  readonly #atOnceMs: number;
  readonly #nowMs: () => number;
  /** When what a caller has sent will have been spread, by caller. */
  readonly #spreadUntilMs = new Map<string, number>();

  constructor({ bytesPerSecond, bytesAtOnce }: Limits, nowMs = () => performance.now()) {
    this.#bytesPerSecond = bytesPerSecond;
    this.#atOnceMs = this.#toMs(bytesAtOnce);
    this.#nowMs = nowMs;
  }

  /** Waits until this body fits the pace. Throws the signal's reason if it is aborted. */
  async wait(caller: string, bytes: number, signal: AbortSignal): Promise<void> {
    const waitMs = this.count(caller, bytes);
    if (waitMs <= 0) return;
    try {
      await delay(waitMs, undefined, { signal, ref: false });
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  }

  /** @returns how long this body has to wait; 0 or less for not at all */
  count(caller: string, bytes: number): number {
    const nowMs = this.#nowMs();
    const begunMs = Math.max(nowMs, this.#spreadUntilMs.get(caller) ?? nowMs);
    const untilMs = begunMs + this.#toMs(bytes);
    if (this.#spreadUntilMs.size >= MAX_KEPT) this.#forget(nowMs);
    this.#spreadUntilMs.set(caller, untilMs);
    return untilMs - nowMs - this.#atOnceMs;
  }

  #toMs(bytes: number): number {
    return (bytes / this.#bytesPerSecond) * 1000;
  }

  #forget(nowMs: number): void {
    for (const [caller, untilMs] of this.#spreadUntilMs) {
      if (untilMs <= nowMs) this.#spreadUntilMs.delete(caller);
    }
  }
}
