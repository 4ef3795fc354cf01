import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ConfinementError,
  type ControlGroup,
  type ControlGroups,
  WEIGHT_OF_BOXES,
} from './control-group.ts';
import {
  readCount,
  readList,
  readNamedCount,
  removeFolder,
  writeControl,
} from './control-group-files.ts';
import { canForgetPeaks, KeptPeak } from './kept-peak.ts';

const BYTES_PER_KB = 1024;
const MICROSECONDS_PER_MS = 1000;
const CONTROLLERS = ['memory', 'pids'];
/** The kernel's default for a group. */
const ORDINARY_WEIGHT = 100;

const readKb = (file: string): number => Math.ceil(readCount(file) / BYTES_PER_KB);

class CgroupV2Group implements ControlGroup {
  readonly procsFiles: string[];
  readonly #place: string;
  #folder: string;
  #count = 0;
  /** Folders to remove: several if a process was moved on. */
  readonly #folders = new Set<string>();
  /** Null if the kernel cannot reset a peak: then each program has its own folder. */
  readonly #peak: KeptPeak | null;
  /** Memory of surviving processes that is still charged to folders they have left. */
  #countedElsewhereKb = 0;
  #renewing: Promise<void> | null = null;
  #removed = false;

  constructor(place: string, forgetsPeaks: boolean) {
    this.#place = place;
    this.#folder = this.#make(place);
    this.#peak = forgetsPeaks ? new KeptPeak(place) : null;
    this.procsFiles = [join(place, 'cgroup.procs')];
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  limit({ memoryKb, processes }: { memoryKb: number; processes: number }): void {
    const here = Math.max(0, memoryKb - this.#countedElsewhereKb);
    writeControl(this.#file('memory.max'), here * BYTES_PER_KB);
    if (existsSync(this.#file('memory.swap.max'))) writeControl(this.#file('memory.swap.max'), 0);
    writeControl(this.#file('pids.max'), processes);
  }

  cpuTimeMs(): number {
    return readNamedCount(this.#file('cpu.stat'), 'usage_usec') / MICROSECONDS_PER_MS;
  }

  tasks(): string[] {
    return readList(this.#file('cgroup.threads'));
  }

  memoryKb(): number {
    return readKb(this.#file('memory.current')) + this.#countedElsewhereKb;
  }

  async renew(): Promise<void> {
    if (this.#peak) return;
    this.#renewing = this.#moveOn();
    await this.#renewing;
  }

  /** Moves surviving processes to a new folder, whose peak starts at zero. */
  async #moveOn(): Promise<void> {
    if (this.#removed) return;
    const left = this.#folder;
    this.#countedElsewhereKb = this.memoryKb();
    this.#folder = this.#make(`${this.#place}-${++this.#count}`);
    const members = await readFile(join(left, 'cgroup.procs'), 'utf8');
    // Asynchronous, because the kernel may take 15 ms.
    for (const member of members.split('\n').filter(Boolean))
      await writeFile(this.#file('cgroup.procs'), member);
    await removeFolder(left);
    this.#folders.delete(left);
  }

  #make(folder: string): string {
    mkdirSync(folder);
    this.#folders.add(folder);
    return folder;
  }

  resetMemoryPeak(): void {
    this.#peak?.forget();
  }

  memoryPeakKb(): number {
    if (this.#peak) return Math.ceil(this.#peak.bytes() / BYTES_PER_KB);
    // Kernels before 5.19 have no memory.peak; use the present value.
    const peak = this.#file('memory.peak');
    const file = existsSync(peak) ? peak : this.#file('memory.current');
    return readKb(file) + this.#countedElsewhereKb;
  }

  memoryKills(): number {
    return readNamedCount(this.#file('memory.events'), 'oom_kill');
  }

  async remove(): Promise<void> {
    this.#removed = true;
    await this.#renewing?.catch(() => undefined);
    this.#peak?.close();
    for (const folder of this.#folders) {
      const kill = join(folder, 'cgroup.kill');
      if (existsSync(kill)) writeControl(kill, 1);
      await removeFolder(folder);
    }
  }
}

function requireControllers(folder: string): void {
  const offered = readList(join(folder, 'cgroup.controllers'));
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

/** Says whether the weight of boxes is available. That controller is rarely delegated, and no limit needs it. */
function handDownAll(parent: string): boolean {
  if (readList(join(parent, 'cgroup.controllers')).includes('cpu')) {
    try {
      handDown(parent, [...CONTROLLERS, 'cpu']);
      return true;
    } catch {
      // The kernel may still refuse it, for example if there are real-time processes.
    }
  }
  handDown(parent, CONTROLLERS);
  return false;
}

const enter = (group: string): void => writeControl(join(group, 'cgroup.procs'), process.pid);

/** A group that delegates controllers may hold no process, so this process moves to a leaf next to the boxes. */
function stepAside(group: string, leaf: string): () => void {
  const others = readList(join(group, 'cgroup.procs')).filter((pid) => pid !== String(process.pid));
  if (others.length > 0)
    throw new ConfinementError(`The control group ${group} contains other processes too.`);
  mkdirSync(leaf);
  const stepBack = (): void => {
    enter(group);
    rmdirSync(leaf);
  };
  try {
    enter(leaf);
  } catch (error) {
    rmdirSync(leaf);
    throw error;
  }
  return stepBack;
}

/**
 * Makes the runner's own group below `parent` and delegates its controllers. If that is refused, everything stays as
 * it was.
 * @param livesThere the parent is the runner's own group
 */
export function cgroupV2(parent: string, runnerName: string, livesThere: boolean): ControlGroups {
  requireControllers(parent);
  const stepBack = livesThere ? stepAside(parent, join(parent, `${runnerName}-self`)) : () => {};
  const root = join(parent, runnerName);
  try {
    // First, because this fails soonest if another process owns the parent.
    mkdirSync(root);
    const hasWeight = divide(parent, root);
    const forgetsPeaks = canForgetPeaks(root);
    return {
      version: 'v2',
      hasWeight,
      roots: [root],
      makeGroup: (name) => new CgroupV2Group(join(root, name), forgetsPeaks),
    };
  } catch (error) {
    if (existsSync(root)) rmdirSync(root);
    stepBack();
    throw error;
  }
}

/** Says whether boxes have a weight. */
function divide(parent: string, root: string): boolean {
  const hasWeight = handDownAll(parent);
  handDown(root, hasWeight ? [...CONTROLLERS, 'cpu'] : CONTROLLERS);
  if (hasWeight)
    writeControl(join(root, 'cpu.weight'), Math.round(ORDINARY_WEIGHT * WEIGHT_OF_BOXES));
  return hasWeight;
}
