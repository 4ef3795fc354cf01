import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRunner } from './start-runner.ts';

const CONTROL_GROUPS = '/sys/fs/cgroup';
const DEEPEST_GROUP = 8;
/** Bounded by their own rules, and meant to stay. */
const CACHES = ['compiled', 'shared/headers', 'shared/archives'];
const FIRST_BOX_USER = 64_100;

/** What a run could leave behind, counted by kind. */
export interface Leftovers {
  descriptors: number;
  mounts: number;
  controlGroups: number;
  processes: number;
  files: number;
  boxUsers: number;
}

/** A process or folder that disappears while it is read does not count. */
function ifThere<Result>(look: () => Result, otherwise: Result): Result {
  try {
    return look();
  } catch {
    return otherwise;
  }
}

const parentOf = (pid: number): number =>
  Number(/\) \w (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);

/** The process and its descendants. */
export function listTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = ifThere(() => parentOf(pid), -1);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

function countGroups(name: string, folder: string, depth: number): number {
  if (depth > DEEPEST_GROUP) return 0;
  const below = ifThere(() => readdirSync(folder, { withFileTypes: true }), []);
  return below
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name))
    .reduce((sum, path) => {
      const isOwn = path.split('/').includes(name);
      return sum + (isOwn ? 1 : 0) + countGroups(name, path, depth + 1);
    }, 0);
}

const countFiles = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !CACHES.some((cache) => path.startsWith(`${cache}/`)),
  ).length;

export function countLeftovers({ child, folder }: TestRunner): Leftovers {
  const { pid } = child;
  if (pid === undefined) throw new Error('The runner was not started.');
  return countLeftoversOf(pid, folder);
}

/** Of any runner, by its process and its folder. */
export function countLeftoversOf(pid: number, folder: string): Leftovers {
  const tree = listTree(pid);
  const users = tree.map((one) => ifThere(() => statSync(`/proc/${one}`).uid, 0));
  return {
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    mounts: readFileSync('/proc/self/mountinfo', 'utf8').split('\n').length,
    controlGroups: countGroups(`vlabs-${pid}`, CONTROL_GROUPS, 0),
    processes: tree.length,
    files: countFiles(folder),
    boxUsers: new Set(users.filter((user) => user >= FIRST_BOX_USER)).size,
  };
}
