import { monitorEventLoopDelay } from 'node:perf_hooks';

const LOOK_EVERY_MS = 1000;
const HELD_AFTER_MS = 200;

/**
 * Reports when one piece of work blocks the runner's event loop, with the number of runs. Delays with little CPU
 * time are ignored: then the machine was busy with something else.
 */
export function watchLoop(countRuns: () => number, report: (text: string) => void): void {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  let used = process.threadCpuUsage();
  setInterval(() => {
    const heldMs = Math.round(delays.max / 1e6);
    const { user, system } = process.threadCpuUsage(used);
    delays.reset();
    used = process.threadCpuUsage();
    if (heldMs <= HELD_AFTER_MS || (user + system) / 1000 < heldMs / 2) return;
    report(
      `The runner's event loop was blocked for ${heldMs} ms with ${countRuns()} runs in progress.`,
    );
  }, LOOK_EVERY_MS).unref();
}
