import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makeDebian } from './make-debian.mjs';
import { run } from './run.mjs';

const RELEASE = 'trixie';
/** Its User-mode Linux is the first that needs no ptrace, so a start is three times as fast. */
const RELEASE_OF_KERNEL = 'sid';
const IMAGE_SIZE = '8G';
const PACKAGES =
  'systemd systemd-sysv libpam-systemd dbus dbus-user-session udev kmod procps iproute2 ca-certificates ' +
  'bubblewrap gcc g++ libc6-dev python3 mold default-jdk-headless';
const SETUP = join(import.meta.dirname, 'set-up.sh');

/**
 * A Debian file system with systemd and what a runner needs, as an image to boot and as a folder with the kernel's
 * libraries. Made in the user's cache folder; made again when its sources change.
 */
export async function makeMachine() {
  const identity = createHash('sha256').update(readFileSync(SETUP)).update(PACKAGES);
  const name = `machine-${RELEASE}-${identity.digest('hex').slice(0, 12)}`;
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'v-labs');
  const folder = join(cache, name);
  const machine = { tree: join(folder, 'tree'), image: join(folder, 'image') };
  if (existsSync(machine.image)) return machine;
  console.log(`Making ${folder}, once: about three minutes.`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await makeTree(machine.tree);
  const unfinished = `${machine.image}-unfinished`;
  await run('mke2fs', ['-q', '-F', '-t', 'ext4', '-d', machine.tree, unfinished, IMAGE_SIZE]);
  await rename(unfinished, machine.image);
  return machine;
}

const makeTree = (tree) =>
  makeDebian(tree, {
    release: RELEASE,
    packages: PACKAGES,
    hook: (mirror) => `sh ${SETUP} "$1" ${mirror} ${RELEASE_OF_KERNEL}`,
  });
