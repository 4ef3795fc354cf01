import type { ControlGroup } from './groups/control-group.ts';

/** What a group counted since a program started. */
export class RunCounters {
  readonly #group: ControlGroup;
  readonly #killsBefore: number;
  readonly #onLost: () => void;
  #cpuBefore = 0;

  /** @param onLost called in place of an error when a check finds that the group has gone: nothing bounds the program */
  constructor(group: ControlGroup, onLost: () => void) {
    this.#group = group;
    this.#killsBefore = group.memoryKills();
    this.#onLost = onLost;
  }

  /** Called when the limits are set. */
  begin(): void {
    this.#group.resetMemoryPeak();
    this.#cpuBefore = this.#group.cpuTimeMs();
  }

  cpuTimeMs(): number {
    return this.#group.cpuTimeMs() - this.#cpuBefore;
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
