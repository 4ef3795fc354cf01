import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ConfinementError,
  type ControlGroup,
  type ControlGroups,
  WEIGHT_OF_BOXES,
} from './control-group.ts';
import { readCount, readNamedCount, removeFolder, writeControl } from './control-group-files.ts';

const BYTES_PER_KB = 1024;
const MICROSECONDS_PER_MS = 1000;
const CONTROLLERS = ['memory', 'pids'];
/** What the kernel gives a group of which nothing is said. */
const ORDINARY_WEIGHT = 100;

class CgroupV2Group implements ControlGroup {
  readonly procsFiles: string[];
  readonly #folder: string;
  #highestSeenKb = 0;

  constructor(root: string, name: string) {
    this.#folder = join(root, name);
    mkdirSync(this.#folder);
    this.procsFiles = [join(this.#folder, 'cgroup.procs')];
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  limit({ memoryKb, processes }: { memoryKb: number; processes: number }): void {
    writeControl(this.#file('memory.max'), memoryKb * BYTES_PER_KB);
    if (existsSync(this.#file('memory.swap.max'))) writeControl(this.#file('memory.swap.max'), 0);
    writeControl(this.#file('pids.max'), processes);
  }

  cpuTimeMs(): number {
    return readNamedCount(this.#file('cpu.stat'), 'usage_usec') / MICROSECONDS_PER_MS;
  }

  memoryKb(): number {
    return Math.ceil(readCount(this.#file('memory.current')) / BYTES_PER_KB);
  }

  /** A v2 peak starts with the group, so the group serves one program. */
  resetMemoryPeak(): void {}

  memoryPeakKb(): number {
    // Kernels before 5.19 have no memory.peak; the present use is the best they tell.
    const peak = this.#file('memory.peak');
    const file = existsSync(peak) ? peak : this.#file('memory.current');
    this.#highestSeenKb = Math.max(this.#highestSeenKb, Math.ceil(readCount(file) / BYTES_PER_KB));
    return this.#highestSeenKb;
  }

  memoryKills(): number {
    return readNamedCount(this.#file('memory.events'), 'oom_kill');
  }

  async remove(): Promise<void> {
    const kill = this.#file('cgroup.kill');
    if (existsSync(kill)) writeControl(kill, 1);
    await removeFolder(this.#folder);
  }
}

const listed = (file: string): string[] => readFileSync(file, 'utf8').trim().split(/\s+/);

function requireControllers(folder: string): void {
  const offered = listed(join(folder, 'cgroup.controllers'));
  const missing = CONTROLLERS.filter((controller) => !offered.includes(controller));
  if (missing.length === 0) return;
  throw new ConfinementError(
    `The control group ${folder} does not offer the controllers ${missing.join(' and ')}.`,
  );
}

const handDown = (folder: string, controllers: string[]): void =>
  writeControl(
    join(folder, 'cgroup.subtree_control'),
    controllers.map((controller) => `+${controller}`).join(' '),
  );

/** Says whether the weight of boxes is among it: that controller is offered to few, and needed for no limit. */
function handDownAll(parent: string): boolean {
  if (listed(join(parent, 'cgroup.controllers')).includes('cpu')) {
    try {
      handDown(parent, [...CONTROLLERS, 'cpu']);
      return true;
    } catch {
      // The kernel may still refuse it, as beside processes with real-time priority.
    }
  }
  handDown(parent, CONTROLLERS);
  return false;
}

/**
 * Makes the runner's own group below `parent` and hands its controllers down.
 * @param mayMoveSelf the parent is the runner's own group, which may hold no process of its own
 *   once it hands controllers down: the runner steps into a leaf beside the boxes.
 */
export function cgroupV2(parent: string, runnerName: string, mayMoveSelf: boolean): ControlGroups {
  requireControllers(parent);
  if (mayMoveSelf) {
    const leaf = join(parent, `${runnerName}-self`);
    mkdirSync(leaf);
    writeControl(join(leaf, 'cgroup.procs'), process.pid);
  }
  const hasWeight = handDownAll(parent);
  const root = join(parent, runnerName);
  mkdirSync(root);
  handDown(root, hasWeight ? [...CONTROLLERS, 'cpu'] : CONTROLLERS);
  if (hasWeight)
    writeControl(join(root, 'cpu.weight'), Math.round(ORDINARY_WEIGHT * WEIGHT_OF_BOXES));
  return {
    version: 'v2',
    hasWeight,
    canServeAgain: false,
    roots: [root],
    makeGroup: (name) => new CgroupV2Group(root, name),
  };
}
