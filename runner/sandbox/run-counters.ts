import type { ControlGroup } from './groups/control-group.ts';
import type { StarvedTime } from './starved-time.ts';

/** What a group counted since a program started. */
export class RunCounters {
  readonly #group: ControlGroup;
  readonly #killsBefore: number;
  readonly #starved: StarvedTime;
  readonly #onLost: () => void;
  #cpuBefore = 0;
  #beganAtMs = 0;

  /** @param onLost called in place of an error when a check finds that the group has gone: nothing bounds the program */
  constructor(group: ControlGroup, starved: StarvedTime, onLost: () => void) {
    this.#group = group;
    this.#starved = starved;
    this.#killsBefore = group.memoryKills();
    this.#onLost = onLost;
  }

  /** Called when the limits are set. */
  begin(): void {
    this.#group.resetMemoryPeak();
    this.#cpuBefore = this.#group.cpuTimeMs();
    this.#beganAtMs = performance.now();
    this.#starved.begin();
  }

  /** Without a count of the tasks, which have ended. */
  times() {
    return { cpuTimeMs: this.cpuTimeMs(), starvedMs: this.#starved.totalMs };
  }

  cpuTimeMs(): number {
    return this.#group.cpuTimeMs() - this.#cpuBefore;
  }

  /** How long the machine has kept the program waiting for a processor. For timers, too. */
  countStarvedMs(): number {
    this.#check(() => {
      this.#starved.count(performance.now() - this.#beganAtMs, this.cpuTimeMs());
      return true;
    });
    return this.#starved.totalMs;
  }

  /** It waits now, as of the last count. */
  get isWaiting(): boolean {
    return this.#starved.isWaiting;
  }

  /** Checks: for timers and listeners, which must not throw. */
  hasUsed(cpuTimeMs: number): boolean {
    return this.#check(() => this.cpuTimeMs() > cpuTimeMs);
  }

  /** The kernel has killed a process because memory ran out. */
  isOutOfMemory(): boolean {
    return this.#check(() => this.#group.memoryKills() > this.#killsBefore);
  }

  #check(read: () => boolean): boolean {
    try {
      return read();
    } catch {
      this.#onLost();
      return false;
    }
  }
}
