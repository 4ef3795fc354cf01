import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Symbolic links if /usr is merged, folders on older systems. */
const SYSTEM_FOLDERS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
/** What every compiler and runtime reads below /etc. */
const SYSTEM_SETTINGS = ['/etc/alternatives', '/etc/ld.so.cache', '/etc/localtime'];
/** Written by `buildBoxPrograms`. */
const ACCOUNTS = ['passwd', 'group'];
const NAMESPACES = ['user', 'pid', 'net', 'ipc', 'uts', 'cgroup'];
/** box-init.c protects their timestamps. */
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom'];
const DEVICE_LINKS = { fd: 'fd', stdin: 'fd/0', stdout: 'fd/1', stderr: 'fd/2' };
const INIT_IN_BOX = '/box-init';

const MEGABYTE = 1024 * 1024;
/** Small compared with the memory limit, which includes these folders. */
const BOX_MEGABYTES = { ordinary: 48, large: 256 };
export type BoxSize = keyof typeof BOX_MEGABYTES;
const boxFolder = (size: BoxSize): string =>
  `size=${BOX_MEGABYTES[size] * MEGABYTE},nr_inodes=4096,mode=0755`;
const TMP_FOLDER = `size=${32 * MEGABYTE},nr_inodes=4096,mode=1777`;
const SHM_FOLDER = `size=${32 * MEGABYTE},nr_inodes=256,mode=1777`;

/** The mount options of a cell's /box, /tmp and /dev/shm. */
export type CellFolders = readonly [box: string, tmp: string, shm: string];

export const cellFolders = (size: BoxSize): CellFolders => [
  boxFolder(size),
  TMP_FOLDER,
  SHM_FOLDER,
];

function systemFolder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return lstatSync(folder).isSymbolicLink()
    ? ['--symlink', readlinkSync(folder), folder]
    : ['--ro-bind', folder, folder];
}

/** Not bwrap's --dev: its terminals need a second user namespace, in which nothing can be mounted. */
const devices = (): string[][] => [
  ['--tmpfs', '/dev'],
  ['--dir', '/dev/shm'],
  ...DEVICES.map((name) => ['--dev-bind', `/dev/${name}`, `/dev/${name}`]),
  ...Object.entries(DEVICE_LINKS).map(([name, target]) => [
    '--symlink',
    `/proc/self/${target}`,
    `/dev/${name}`,
  ]),
  ['--remount-ro', '/dev'],
];

/** The path of the shared folder in every box. */
export const SHARED_IN_BOX = '/shared';

/** Process 1 of a box: its command, its environment, and the system files to bind into the box. */
export interface Init {
  words: string[];
  environment: Record<string, string>;
  files?: Record<string, string>;
}

/** @param init the path of the program as bubblewrap sees it */
const plainInit = (init: string): string[][] => [
  ['--ro-bind', init, INIT_IN_BOX],
  ['--remount-ro', '/'],
  ['--', INIT_IN_BOX],
];

const otherInit = ({ words, environment, files = {} }: Init): string[][] => [
  // For what modules write when they are imported. Each cell has its own folder over it.
  ['--tmpfs', '/tmp'],
  ...Object.entries(files).map(([place, file]) => ['--ro-bind', file, place]),
  ...Object.entries(environment).map(([name, value]) => ['--setenv', name, value]),
  ['--chdir', '/box'],
  ['--remount-ro', '/'],
  ['--', ...words],
];

/**
 * The arguments after `bwrap`. Only process 1 keeps capabilities, in a user namespace that owns nothing: it makes
 * cells, and mounts their writable folders with a limit on inodes, which bwrap cannot set. Cells keep none.
 * @param sharedFolder every box can read it
 * @param systemFiles further files of this machine that boxes can read at the same place, if they exist
 * @param init a path as bubblewrap sees it, or a command inside the box
 */
export function bubblewrapArguments(
  sharedFolder: string,
  systemFiles: readonly string[],
  init: string | Init,
): string[] {
  const settings = [...SYSTEM_SETTINGS, ...systemFiles].filter((path) => existsSync(path));
  return [
    ...NAMESPACES.map((kind) => [`--unshare-${kind}`]),
    ['--as-pid-1', '--die-with-parent', '--new-session', '--clearenv'],
    ['--hostname', 'box'],
    ['--cap-add', 'ALL'],
    ['--ro-bind', '/usr', '/usr'],
    ...SYSTEM_FOLDERS.map(systemFolder),
    ...settings.map((path) => ['--ro-bind', path, path]),
    ...ACCOUNTS.map((name) => ['--ro-bind', join(sharedFolder, name), join('/etc', name)]),
    ['--ro-bind', sharedFolder, SHARED_IN_BOX],
    ['--proc', '/proc'],
    ...devices(),
    ...['/box', '/tmp', '/run'].map((folder) => ['--dir', folder]),
    ...(typeof init === 'string' ? plainInit(init) : otherInit(init)),
  ].flat();
}
