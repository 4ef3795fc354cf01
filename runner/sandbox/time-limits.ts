import { MAX_STRETCH } from '@vlabs/contract/runs/runner';
import type { RunCounters } from './run-counters.ts';
import type { StopReason } from './stop-reason.ts';

/** How often the CPU time of a running program is checked. */
const CPU_CHECK_MS = 50;
/** How soon a program that waits at its limit is looked at again. */
const WAITING_CHECK_MS = 20;
/** How often the waiting time of its tasks is counted. */
const STARVED_CHECK_MS = 250;

interface WallTime {
  limitMs: number;
  elapsedMs: number;
  /** The part in which the machine kept the program waiting. */
  starvedMs: number;
  /** It waits now, which is not counted yet. */
  isWaiting: boolean;
}

/**
 * What happens to a program whose wall limit has passed. Its starved time does not count, so it may go on for the
 * milliseconds returned. If the machine let it run for less than half of the time, or not to its limit within the
 * longest stretch, its end says nothing about the program.
 */
export function checkWallTime({
  limitMs,
  elapsedMs,
  starvedMs,
  isWaiting,
}: WallTime): StopReason | number {
  const countedMs = elapsedMs - starvedMs;
  const longestMs = limitMs * MAX_STRETCH;
  if (elapsedMs >= longestMs && (countedMs < limitMs || isWaiting)) return 'starved';
  if (countedMs >= limitMs && isWaiting) return WAITING_CHECK_MS;
  if (countedMs >= limitMs) return starvedMs > countedMs ? 'starved' : 'wall_time';
  return Math.ceil(Math.min(limitMs - countedMs, longestMs - elapsedMs));
}

interface TimeLimits {
  cpuTimeMs: number;
  wallTimeMs: number;
}

/** Stops a program at its time limits. Returns a function that ends the checks. */
export function enforceTimeLimits(
  { cpuTimeMs, wallTimeMs }: TimeLimits,
  counters: RunCounters,
  stop: (reason: StopReason) => void,
): () => void {
  const startedAt = performance.now();
  const checkCpu = (): void => {
    if (counters.hasUsed(cpuTimeMs)) stop('cpu_time');
  };
  const checkWall = (): void => {
    const starvedMs = counters.countStarvedMs();
    const elapsedMs = performance.now() - startedAt;
    const { isWaiting } = counters;
    const next = checkWallTime({ limitMs: wallTimeMs, elapsedMs, starvedMs, isWaiting });
    if (typeof next === 'number') wallTimer = setTimeout(checkWall, next);
    else stop(next);
  };
  // A program without a CPU limit is the runner's own.
  const isBounded = Number.isFinite(cpuTimeMs);
  const timers = isBounded
    ? [
        setInterval(checkCpu, CPU_CHECK_MS),
        setInterval(() => counters.countStarvedMs(), STARVED_CHECK_MS),
      ]
    : [];
  let wallTimer = setTimeout(checkWall, wallTimeMs);
  return () => {
    clearTimeout(wallTimer);
    for (const timer of timers) clearInterval(timer);
  };
}
