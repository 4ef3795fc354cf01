import { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { z } from 'zod';

const Begun = z.object({ process: z.instanceof(ChildProcess) });

/** The maximum number of our processes that ran at once during the work. */
export async function countProcesses(work: () => Promise<void>): Promise<number> {
  let [running, max] = [0, 0];
  const watch = (message: unknown) => {
    running += 1;
    max = Math.max(max, running);
    Begun.parse(message).process.once('exit', () => (running -= 1));
  };
  subscribe('child_process', watch);
  try {
    await work();
  } finally {
    unsubscribe('child_process', watch);
  }
  return max;
}
