import type { ControlGroup } from './groups/control-group.ts';
import { errorCode } from './groups/control-group-files.ts';

/** The init, the cell and bubblewrap's watcher are in the group too. */
const OWN_PROCESSES = 3;
const OWN_MEMORY_KB = 2048;

/** The limits of one box's control group, written only if they change. */
export class BoxLimits {
  readonly #group: ControlGroup;
  #written = '';

  constructor(group: ControlGroup) {
    this.#group = group;
  }

  /** The group may have been replaced by one without limits. */
  forget(): void {
    this.#written = '';
  }

  /**
   * Gives the program this much memory in addition to the box's own use.
   * @returns false if more is already in use: cgroup v1 refuses such a limit, v2 kills
   */
  set(memoryKb: number, processes: number): boolean {
    const limits = { memoryKb: memoryKb + OWN_MEMORY_KB, processes: processes + OWN_PROCESSES };
    const wanted = JSON.stringify(limits);
    if (wanted === this.#written) return true;
    try {
      this.#group.limit(limits);
    } catch (error) {
      if (errorCode(error) === 'EBUSY') return false;
      throw error;
    }
    this.#written = wanted;
    return true;
  }
}
