import type { Clock } from '../platform/clock.ts';

/** Time that passes only when a test says so. */
export class TestClock implements Clock {
  #nowMs = Date.now();

  nowMs(): number {
    return this.#nowMs;
  }

  set(nowMs: number): void {
    this.#nowMs = nowMs;
  }

  pass(ms: number): void {
    this.#nowMs += ms;
  }
}
