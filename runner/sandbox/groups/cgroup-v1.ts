import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ControlGroup, type ControlGroups, WEIGHT_OF_BOXES } from './control-group.ts';
import {
  readCount,
  readList,
  readNamedCount,
  removeFolder,
  writeControl,
} from './control-group-files.ts';

const BYTES_PER_KB = 1024;
const NANOSECONDS_PER_MS = 1e6;
/** The kernel's default for a process that is not nice and for a new group. */
const ORDINARY_SHARES = 1024;

/** Where this runner may make groups: one folder per controller. Several may be the same. */
export interface CgroupV1Folders {
  memory: string;
  pids: string;
  cpuacct: string;
  /** Null if the runner may not set the weight of boxes. */
  cpu: string | null;
}

const namesOf = ({ cpu, ...folders }: CgroupV1Folders): string[] => [
  ...new Set([...Object.values(folders), ...(cpu === null ? [] : [cpu])]),
];

const below = ({ memory, pids, cpuacct, cpu }: CgroupV1Folders, name: string): CgroupV1Folders => ({
  memory: join(memory, name),
  pids: join(pids, name),
  cpuacct: join(cpuacct, name),
  cpu: cpu === null ? null : join(cpu, name),
});

/** Makes all folders or none. */
function makeAll(folders: string[]): void {
  const made: string[] = [];
  try {
    for (const folder of folders) {
      mkdirSync(folder);
      made.push(folder);
    }
  } catch (error) {
    for (const folder of made) rmdirSync(folder);
    throw error;
  }
}

class CgroupV1Group implements ControlGroup {
  readonly procsFiles: string[];
  readonly #folders: CgroupV1Folders;
  readonly #unique: string[];

  constructor(roots: CgroupV1Folders, name: string) {
    this.#folders = below(roots, name);
    this.#unique = namesOf(this.#folders);
    makeAll(this.#unique);
    this.procsFiles = this.#unique.map((folder) => join(folder, 'cgroup.procs'));
  }

  #memory(file: string): string {
    return join(this.#folders.memory, file);
  }

  limit({ memoryKb, processes }: { memoryKb: number; processes: number }): void {
    this.#limitMemory(memoryKb * BYTES_PER_KB);
    writeControl(join(this.#folders.pids, 'pids.max'), processes);
  }

  #limitMemory(bytes: number): void {
    const alone = this.#memory('memory.limit_in_bytes');
    // Memory plus swap may not exceed memory alone, so there is no swap.
    const withSwap = this.#memory('memory.memsw.limit_in_bytes');
    if (!existsSync(withSwap)) {
      writeControl(alone, bytes);
      writeControl(this.#memory('memory.swappiness'), 0);
      return;
    }
    // The kernel refuses any state in which memory alone exceeds memory plus swap.
    const files = bytes > readCount(withSwap) ? [withSwap, alone] : [alone, withSwap];
    for (const file of files) writeControl(file, bytes);
  }

  cpuTimeMs(): number {
    return readCount(join(this.#folders.cpuacct, 'cpuacct.usage')) / NANOSECONDS_PER_MS;
  }

  tasks(): string[] {
    return readList(join(this.#folders.cpuacct, 'tasks'));
  }

  memoryKb(): number {
    return Math.ceil(readCount(this.#memory('memory.usage_in_bytes')) / BYTES_PER_KB);
  }

  async renew(): Promise<void> {}

  resetMemoryPeak(): void {
    writeControl(this.#memory('memory.max_usage_in_bytes'), 0);
  }

  memoryPeakKb(): number {
    return Math.ceil(readCount(this.#memory('memory.max_usage_in_bytes')) / BYTES_PER_KB);
  }

  memoryKills(): number {
    return readNamedCount(this.#memory('memory.oom_control'), 'oom_kill');
  }

  async remove(): Promise<void> {
    await Promise.all(this.#unique.map(removeFolder));
  }
}

/** Makes the runner's own folder in each controller. */
export function cgroupV1(parents: CgroupV1Folders, runnerName: string): ControlGroups {
  const roots = below(parents, runnerName);
  const unique = namesOf(roots);
  makeAll(unique);
  if (roots.cpu !== null)
    writeControl(join(roots.cpu, 'cpu.shares'), ORDINARY_SHARES * WEIGHT_OF_BOXES);
  return {
    version: 'v1',
    hasWeight: roots.cpu !== null,
    roots: unique,
    makeGroup: (name) => new CgroupV1Group(roots, name),
  };
}
