import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readSync, rmdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const MAX_NUMBER = 32;
const MEGABYTE = 1024 * 1024;

/** The highest use of memory of a group. The kernel forgets it for the descriptor that is written to, and for no other. */
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

/** A process that has used 4 MB ends in the group whose `cgroup.procs` is given. */
const USE_MEMORY = 'echo 0 > "$0" && head -c 4194304 /dev/zero | tail -c 4194304 > /dev/null';

/** Tries it once below a group of this runner, since what a kernel does is not told by its version. */
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
