/** The kernel's limits and counters for one box. Nothing in a box can reach them. */
export interface ControlGroup {
  /** Files into which the first process writes "0" to enter. */
  procsFiles: string[];
  /** Memory in KB, swap 0; processes counts threads too. */
  limit(limits: { memoryKb: number; processes: number }): void;
  /** CPU time of every process that was ever inside, in milliseconds. */
  cpuTimeMs(): number;
  /** What is in use now. */
  memoryKb(): number;
  /** Forgets what the program before has left in its counters. Limits are to be set again. */
  renew(): Promise<void>;
  /** Forgets the peak so far, or where the kernel cannot, leaves it to `renew`. */
  resetMemoryPeak(): void;
  memoryPeakKb(): number;
  /** How many processes the kernel killed because the memory was used up. */
  memoryKills(): number;
  /** Removes the group; the processes in it must be dying. */
  remove(): Promise<void>;
}

/**
 * What all boxes together weigh when there is not enough of the processor for all, as a part of what a single
 * process weighs beside them (v1), or the runner's own group (v2). Among each other boxes weigh the same.
 */
export const WEIGHT_OF_BOXES = 1 / 2;

/** Makes groups below one folder that this runner owns. */
export interface ControlGroups {
  version: 'v1' | 'v2';
  /** Boxes weigh less than what serves people. Where the kernel's controller is not ours to use, they are only made nice. */
  hasWeight: boolean;
  /** The folders that hold all of this runner's groups. */
  roots: string[];
  makeGroup(name: string): ControlGroup;
}

/** Says which mount or right is missing. A runner that meets it runs nothing. */
export class ConfinementError extends Error {
  override name = 'ConfinementError';
}
