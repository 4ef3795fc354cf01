import { readFileSync } from 'node:fs';
import type { ControlGroup } from './groups/control-group.ts';

const NANOSECONDS_PER_MS = 1e6;

/** What the kernel counts for one task. */
interface TaskUse {
  cpuMs: number;
  /** Ready to run, but without a processor. */
  readyMs: number;
}

const NOTHING: TaskUse = { cpuMs: 0, readyMs: 0 };

/** Null if the task has ended, or if the kernel does not count it (CONFIG_SCHED_INFO). */
function readUse(task: string): TaskUse | null {
  try {
    const [cpu, ready] = readFileSync(`/proc/${task}/schedstat`, 'latin1').split(' ').map(Number);
    if (cpu === undefined || ready === undefined) return null;
    return { cpuMs: cpu / NANOSECONDS_PER_MS, readyMs: ready / NANOSECONDS_PER_MS };
  } catch {
    return null;
  }
}

/** Whether a task runs or is ready to run. The state follows the name, which may contain anything. */
function readReadiness(task: string): boolean {
  try {
    const stat = readFileSync(`/proc/${task}/stat`, 'latin1');
    return stat.startsWith(') R', stat.lastIndexOf(')'));
  } catch {
    return false;
  }
}

interface TaskReader {
  use: (task: string) => TaskUse | null;
  isReady: (task: string) => boolean;
}

/**
 * How long the machine kept a program from running although it was ready. It is 0 if the kernel does not count this.
 *
 * Between two counts, it is the longest that one task was ready, less the processor time of the other tasks: tasks of
 * one program that wait for each other were not kept waiting by the machine. Tasks that start and end between two
 * counts are missed.
 */
export class StarvedTime {
  readonly #tasks: ControlGroup['tasks'];
  readonly #reader: TaskReader;
  #known = new Map<string, TaskUse>();
  /** Tasks that did nothing between the last two counts. */
  #unchanged: string[] = [];
  #countedCpuMs = 0;
  #totalMs = 0;

  constructor(
    tasks: ControlGroup['tasks'],
    reader: TaskReader = { use: readUse, isReady: readReadiness },
  ) {
    this.#tasks = tasks;
    this.#reader = reader;
  }

  /** Notes the tasks of the box itself, before a program starts. */
  noteBox(): void {
    this.#known = this.#readAll();
  }

  /** A program starts. */
  begin(): void {
    this.#countedCpuMs = 0;
    this.#totalMs = 0;
  }

  /** As of the last count. */
  get totalMs(): number {
    return this.#totalMs;
  }

  /** A task was waiting for a processor at the last count. The kernel counts a wait only when it ends. */
  get isWaiting(): boolean {
    return this.#unchanged.some(this.#reader.isReady);
  }

  /**
   * @param elapsedMs since the program started
   * @param cpuMs of all of its tasks since then
   */
  count(elapsedMs: number, cpuMs: number): number {
    const now = this.#readAll();
    const used = cpuMs - this.#countedCpuMs;
    let longestMs = 0;
    this.#unchanged = [];
    for (const [task, use] of now) {
      const before = this.#known.get(task) ?? NOTHING;
      if (use.cpuMs === before.cpuMs && use.readyMs === before.readyMs) this.#unchanged.push(task);
      const usedByOthers = Math.max(0, used - (use.cpuMs - before.cpuMs));
      longestMs = Math.max(longestMs, use.readyMs - before.readyMs - usedByOthers);
    }
    this.#known = now;
    this.#countedCpuMs = cpuMs;
    // A wait that has ended may have begun before the last count.
    this.#totalMs = Math.min(this.#totalMs + longestMs, Math.max(0, elapsedMs - cpuMs));
    return this.#totalMs;
  }

  #readAll(): Map<string, TaskUse> {
    const all = new Map<string, TaskUse>();
    for (const task of this.#tasks()) {
      const use = this.#reader.use(task);
      if (use) all.set(task, use);
    }
    return all;
  }
}
