import { monitorEventLoopDelay } from 'node:perf_hooks';

const LOOK_EVERY_MS = 1000;
const HELD_AFTER_MS = 200;

/**
 * Tells when one piece of work held the runner's event loop, with how many runs were under way. A
 * machine that was busy with something else is not meant: then hardly any processor time was used.
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
    report(`The runner's event loop was held for ${heldMs} ms; ${countRuns()} runs are under way.`);
  }, LOOK_EVERY_MS).unref();
}
