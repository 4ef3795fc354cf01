import { StarvedError } from '../sandbox/sandbox.ts';

/** Judge0's limit of a compilation. */
export const COMPILE_WALL_MS = 20_000;

/**
 * The wall time that all attempts to compile one program share. Time in which the machine kept a compiler waiting for
 * a processor does not count.
 */
export class CompileTime {
  /** Of wall time, for all attempts together. */
  readonly limitMs: number;
  #remainingMs: number;
  #isStarved = false;

  /** @param limitMs of the language, if it is lower */
  constructor(limitMs = COMPILE_WALL_MS) {
    this.limitMs = limitMs;
    this.#remainingMs = limitMs;
  }

  get remainingMs(): number {
    return Math.ceil(this.#remainingMs);
  }

  /** The machine kept a compiler waiting until its limit, so the time left says nothing about the program. */
  starve(): void {
    this.#isStarved = true;
  }

  throwIfStarved(): void {
    if (this.#isStarved) throw new StarvedError('The machine was too busy to compile a program.');
  }

  spend(countedMs: number): void {
    this.#remainingMs -= countedMs;
  }
}
