import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readSync, rmdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const MAX_NUMBER = 32;
const MEGABYTE = 1024 * 1024;

/** The peak memory of a group. Writing to a descriptor resets the peak for that descriptor only. */
export class KeptPeak {
  readonly #descriptor: number;

  constructor(folder: string) {
    this.#descriptor = openSync(join(folder, 'memory.peak'), 'r+');
  }

  bytes(): number {
    const bytes = Buffer.alloc(MAX_NUMBER);
    return Number(bytes.toString('latin1', 0, readSync(this.#descriptor, bytes, 0, MAX_NUMBER, 0)));
  }

  forget(): void {
    writeSync(this.#descriptor, '0', 0);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Runs a process that uses 4 MB and exits, in the group with this `cgroup.procs`. */
const USE_MEMORY = 'echo 0 > "$0" && head -c 4194304 /dev/zero | tail -c 4194304 > /dev/null';

/** Tests this once in a group of this runner, because the kernel's version does not tell. */
export function canForgetPeaks(root: string): boolean {
  const folder = join(root, 'try-peak');
  mkdirSync(folder);
  try {
    const peak = new KeptPeak(folder);
    try {
      spawnSync('/bin/sh', ['-c', USE_MEMORY, join(folder, 'cgroup.procs')]);
      const before = peak.bytes();
      peak.forget();
      return before > 4 * MEGABYTE && peak.bytes() < before - 2 * MEGABYTE;
    } finally {
      peak.close();
    }
  } catch {
    // Older kernels have no such file, or refuse to write to it.
    return false;
  } finally {
    rmdirSync(folder);
  }
}
