import { readFileSync } from 'node:fs';

/** How long a process was ready and waited for a processor: the second number of the kernel's schedstat. */
export function waitedMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
}
