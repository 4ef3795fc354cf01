import { existsSync, readFileSync, rmdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type CgroupV1Folders, cgroupV1 } from './cgroup-v1.ts';
import { cgroupV2 } from './cgroup-v2.ts';
import { ConfinementError, type ControlGroups } from './control-group.ts';

/** A folder below a controller's mount that an administrator may delegate to an ordinary user. */
export const DELEGATED_FOLDER = 'vlabs';

const SYSTEMD_RUNS = '/run/systemd/system';

/** The kernel's description of control groups as text, so that tests need no such machine. */
export interface ControlGroupFacts {
  /** /proc/self/mountinfo */
  mounts: string;
  /** /proc/self/cgroup */
  membership: string;
}

interface Mount {
  root: string;
  folder: string;
  version: 'v1' | 'v2';
  controllers: string[];
}

export function readControlGroupFacts(): ControlGroupFacts {
  return {
    mounts: readFileSync('/proc/self/mountinfo', 'utf8'),
    membership: readFileSync('/proc/self/cgroup', 'utf8'),
  };
}

function listMounts(mounts: string): Mount[] {
  const found: Mount[] = [];
  for (const line of mounts.split('\n')) {
    const [before = '', after = ''] = line.split(' - ');
    const [, , , root = '/', folder = ''] = before.split(' ');
    const [kind, , options = ''] = after.split(' ');
    if (kind === 'cgroup2') found.push({ root, folder, version: 'v2', controllers: [] });
    if (kind === 'cgroup')
      found.push({ root, folder, version: 'v1', controllers: options.split(',') });
  }
  return found;
}

function ownPath(membership: string, controller: string | null): string {
  for (const line of membership.split('\n')) {
    const [, names = '', ...path] = line.split(':');
    const mine = controller === null ? names === '' : names.split(',').includes(controller);
    if (mine && path.length > 0) return path.join(':');
  }
  return '/';
}

/** The folder of this process's group. A path outside the mount counts as the mount itself. */
function ownFolder(mount: Mount, path: string): string {
  const below = relative(mount.root, path);
  return below.startsWith('..') ? mount.folder : join(mount.folder, below);
}

const describe = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Tries each place in turn. If all fail, throws all of their messages. */
function firstThatWorks(attempts: (() => ControlGroups)[]): ControlGroups {
  const refusals: string[] = [];
  for (const attempt of attempts) {
    try {
      return attempt();
    } catch (error) {
      refusals.push(describe(error));
    }
  }
  throw new ConfinementError([...new Set(refusals)].join('; '));
}

function tryV1(mounts: Mount[], facts: ControlGroupFacts, name: string): ControlGroups {
  const findMount = (controller: string): Mount | undefined =>
    mounts.find(({ version, controllers }) => version === 'v1' && controllers.includes(controller));
  const inEach = (place: (controller: string, mount: Mount) => string): CgroupV1Folders => {
    const folderOf = (controller: string): string => {
      const mount = findMount(controller);
      if (mount) return place(controller, mount);
      throw new ConfinementError(`the control group controller ${controller} is missing`);
    };
    const cpu = findMount('cpu');
    return {
      memory: folderOf('memory'),
      pids: folderOf('pids'),
      cpuacct: folderOf('cpuacct'),
      cpu: cpu ? place('cpu', cpu) : null,
    };
  };
  const own = inEach((controller, mount) =>
    ownFolder(mount, ownPath(facts.membership, controller)),
  );
  const delegated = inEach((_, mount) => join(mount.folder, DELEGATED_FOLDER));
  return firstThatWorks([
    () => cgroupV1(own, name),
    () => cgroupV1(delegated, name),
    () => cgroupV1({ ...own, cpu: null }, name),
    () => cgroupV1({ ...delegated, cpu: null }, name),
  ]);
}

/** Only systemd divides slices; it delegates the groups of services and scopes. */
const isHandedOver = (folder: string, mount: string): boolean =>
  folder !== mount && !folder.endsWith('.slice');

/** Uses the runner's own group, or its parent if the server is in a sibling group. */
function tryV2(mount: Mount, facts: ControlGroupFacts, name: string): ControlGroups {
  const own = ownFolder(mount, ownPath(facts.membership, null));
  const around = dirname(own);
  if (own === mount.folder) return cgroupV2(own, name, false);
  return firstThatWorks([
    () => cgroupV2(own, name, true),
    ...(isHandedOver(around, mount.folder) ? [() => cgroupV2(around, name, false)] : []),
  ]);
}

function howToDelegate(version: 'v1' | 'v2'): string {
  if (version === 'v1')
    return (
      'Start V-labs as root, or delegate a folder as root: for c in memory pids cpuacct cpu; do ' +
      `mkdir -p /sys/fs/cgroup/$c/${DELEGATED_FOLDER} && chown -R USER /sys/fs/cgroup/$c/${DELEGATED_FOLDER}; done`
    );
  if (!existsSync(SYSTEMD_RUNS)) return 'Without systemd, start V-labs as root.';
  return process.geteuid?.() === 0
    ? 'Start V-labs with systemd: npm run service'
    : `Run "loginctl enable-linger ${userInfo().username}" or "npm run service" as root, and start V-labs again.`;
}

/**
 * Finds a place where this process may make control groups and makes the runner's own there. Throws a
 * ConfinementError that names the missing mount or right.
 */
export function findControlGroups(
  name: string,
  facts: ControlGroupFacts = readControlGroupFacts(),
): ControlGroups {
  const mounts = listMounts(facts.mounts);
  const hasV1 = mounts.some(
    ({ version, controllers }) => version === 'v1' && controllers.includes('memory'),
  );
  const v2 = mounts.find(({ version }) => version === 'v2');
  if (!hasV1 && !v2)
    throw new ConfinementError('No control group file system is mounted at /sys/fs/cgroup.');
  try {
    return hasV1 || !v2 ? tryV1(mounts, facts, name) : tryV2(v2, facts, name);
  } catch (error) {
    const version = hasV1 ? 'v1' : 'v2';
    throw new ConfinementError(
      `Control groups (${version}) cannot be used: ${describe(error)}. ${howToDelegate(version)}`,
      { cause: error },
    );
  }
}

/** Removes the runner's own folders. All boxes must have ended. */
export function removeControlGroups(groups: ControlGroups): void {
  for (const root of groups.roots) rmdirSync(root);
}
