import type { Clock } from '../platform/clock.ts';

/** A clock that is advanced by the test. */
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
