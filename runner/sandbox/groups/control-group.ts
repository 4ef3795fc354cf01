/** The kernel's limits and counters for one box. Nothing in a box can reach them. */
export interface ControlGroup {
  /** A process enters the group by writing "0" to these files. */
  procsFiles: string[];
  /** Memory in KB, without swap. Processes include threads. */
  limit(limits: { memoryKb: number; processes: number }): void;
  /** CPU time of every process that was ever in the group, in milliseconds. */
  cpuTimeMs(): number;
  /** The ids of its tasks, threads included. */
  tasks(): string[];
  /** The present use. */
  memoryKb(): number;
  /** Resets the counters for the next program. The limits must be set again. */
  renew(): Promise<void>;
  /** Resets the peak, or leaves that to `renew` if the kernel cannot. */
  resetMemoryPeak(): void;
  memoryPeakKb(): number;
  /** How many processes the kernel killed because memory ran out. */
  memoryKills(): number;
  /** Removes the group, whose processes must be exiting. */
  remove(): Promise<void>;
}

/**
 * The CPU weight of all boxes together under contention, as a fraction of the weight of a single process next to
 * them (v1) or of the runner's own group (v2). All boxes weigh the same.
 */
export const WEIGHT_OF_BOXES = 1 / 2;

/** Makes groups below one folder that this runner owns. */
export interface ControlGroups {
  version: 'v1' | 'v2';
  /** Boxes weigh less than the processes that serve people. Without the cpu controller they only get a nice value. */
  hasWeight: boolean;
  /** The folders that hold all of this runner's groups. */
  roots: string[];
  makeGroup(name: string): ControlGroup;
}

/** Names the missing mount or right. A runner that gets this error runs nothing. */
export class ConfinementError extends Error {
  override name = 'ConfinementError';
}
