import type { ProgramEnding } from './sandbox.ts';

/** Why a program is ended from outside. */
export type StopReason = Exclude<ProgramEnding['stopped'], null>;

const isTime = (reason: StopReason): boolean => reason === 'cpu_time' || reason === 'wall_time';

/**
 * The cause of an end: time runs out as well while the kernel takes a large program apart, or for those that the killed one leaves
 * waiting, and then memory is the cause. What else ends a program is a cause of its own.
 * @param reason what ends it now
 * @param outOfMemory whether the kernel has killed for memory before
 */
export const findCause = (reason: StopReason, outOfMemory: boolean): StopReason =>
  outOfMemory && isTime(reason) ? 'memory' : reason;
