import { open, readFile, readlink, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { spawnPostgres } from './postgres-binaries.ts';
import type { Cluster } from './postgres-cluster.ts';

const STOP_TIMEOUT_MS = 15_000;
const RETRY_MS = 10;

/** The main process of a running PostgreSQL. */
interface Postmaster {
  pid: number;
  socketFolder: string;
}

/** Returns the cluster's running postmaster, even if another process started it; null if there is none. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | null> {
  const file = await readFile(join(cluster.folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , , socketFolder] = file.split('\n');
  if (!pid || !socketFolder) return null;
  // The PID may have been reused; a postmaster's working directory is its cluster's folder.
  const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  if (workingFolder !== cluster.folder) return null;
  return { pid: Number(pid), socketFolder };
}

/** Returns whether it started. It fails if another one runs or shared memory is left over. */
export async function startPostmaster(cluster: Cluster): Promise<boolean> {
  await removeForeignPidFile(cluster);
  await rename(cluster.logFile, `${cluster.logFile}.before`).catch(() => undefined);
  const log = await open(cluster.logFile, 'a', 0o600);
  try {
    const child = await spawnPostgres(cluster.binaries, settingsOf(cluster), log.fd);
    while (child.exitCode === null && child.signalCode === null) {
      if ((await findPostmaster(cluster)) !== null) return true;
      await pause(RETRY_MS);
    }
    return false;
  } finally {
    await log.close();
  }
}

/**
 * After a reboot, the PID in a stale file may belong to another process, and PostgreSQL would wait
 * for it.
 */
async function removeForeignPidFile(cluster: Cluster): Promise<void> {
  const pidFile = join(cluster.folder, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => null);
  if (name !== null && name.trim() !== 'postgres') await rm(pidFile);
}

function settingsOf(cluster: Cluster): string[] {
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${cluster.socketFolder}`,
    'unix_socket_permissions=0700',
    'max_connections=100',
  ];
  if (!cluster.durable) {
    settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  }
  return ['-D', cluster.folder, ...settings.flatMap((setting) => ['-c', setting])];
}

/** Fast shutdown: rolls back open transactions. */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const postmaster = await findPostmaster(cluster);
  if (!postmaster) return;
  process.kill(postmaster.pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  // The PID file disappears just before the process ends.
  while (await isRunning(postmaster.pid)) {
    if (Date.now() > deadline) return killPostmaster(postmaster.pid);
    await pause(RETRY_MS);
  }
}

/** A zombie does not count as running. */
async function isRunning(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return state !== null && !/\) [ZX] /.test(state);
}

/** The next start recovers; committed data is safe. */
function killPostmaster(pid: number): void {
  process.kill(pid, 'SIGQUIT');
}
