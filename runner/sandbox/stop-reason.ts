import type { ProgramEnding } from './sandbox.ts';

/** Why a program is ended from outside. */
export type StopReason = Exclude<ProgramEnding['stopped'], null>;

const TIMES: readonly StopReason[] = ['cpu_time', 'wall_time', 'starved'];

/**
 * The actual cause of an end. The time limit may also be reached while the kernel frees a large program, or while
 * other processes wait for a killed one; then memory is the cause. Other reasons stay as they are.
 * @param reason what ends it now
 * @param outOfMemory whether the kernel has already killed for memory
 */
export const findCause = (reason: StopReason, outOfMemory: boolean): StopReason =>
  outOfMemory && TIMES.includes(reason) ? 'memory' : reason;
