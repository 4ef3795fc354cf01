import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDataFolder } from '../start/data-folder.ts';
import { locatePostgres, runInitdb } from './postgres-binaries.ts';
import { StartFailure } from '../start/start-failure.ts';

const MAJOR_VERSION = '18';
const PASSWORD_FILE = 'vlabs-password';
/** The maximum length of a Unix socket path on Linux, without the trailing NUL. */
const SOCKET_PATH_BYTES = 107;

/** The files of a PostgreSQL cluster, running or not. */
export interface Cluster {
  /** Folder of the programs initdb and postgres. */
  binaries: string;
  folder: string;
  socketFolder: string;
  logFile: string;
  /** False only in tests: disables fsync. */
  durable: boolean;
}

/** Finds or creates the cluster of a data folder. Creation is atomic. */
export async function makeCluster(dataFolder: string, durable: boolean): Promise<Cluster> {
  await makeDataFolder(dataFolder);
  const home = await realpath(dataFolder);
  const folder = join(home, 'postgres');
  const cluster = {
    binaries: await locatePostgres(),
    folder,
    socketFolder: await makeSocketFolder(home),
    logFile: join(home, 'postgres.log'),
    durable,
  };
  await removeUnfinishedClusters(home);
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version === null) await initialise(cluster, home);
  else if (version.trim() !== MAJOR_VERSION) {
    throw new StartFailure(
      `The data folder ${home} was written by PostgreSQL ${version.trim()}, and this V-labs brings ${MAJOR_VERSION}: see docs/operations/upgrade.md.`,
    );
  }
  return cluster;
}

async function makeSocketFolder(home: string): Promise<string> {
  const beside = join(home, 'socket');
  if (Buffer.byteLength(join(beside, '.s.PGSQL.5432')) <= SOCKET_PATH_BYTES) {
    await mkdir(beside, { recursive: true, mode: 0o700 });
    return beside;
  }
  const user = process.geteuid?.() ?? 0;
  const digest = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const short = join(tmpdir(), `vlabs-${user}-${digest}`);
  await mkdir(short, { recursive: true, mode: 0o700 });
  // Another user may have created it first and could then intercept the connection.
  const found = await lstat(short);
  if (!found.isDirectory() || found.uid !== user || (found.mode & 0o077) !== 0) {
    throw new StartFailure(
      `The folder ${short} is open to other users: remove it, or set VLABS_DATA to a shorter path.`,
    );
  }
  return short;
}

async function removeUnfinishedClusters(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const maker = /^postgres-unfinished-(\d+)-/.exec(name)?.[1];
    if (maker === undefined || existsSync(`/proc/${maker}`)) continue;
    await rm(join(home, name), { recursive: true, force: true });
  }
}

/**
 * Creates the cluster in a temporary folder and renames it, so that an interruption leaves no
 * partial cluster.
 */
async function initialise(cluster: Cluster, home: string): Promise<void> {
  const unfinished = await mkdtemp(join(home, `postgres-unfinished-${process.pid}-`));
  const password = randomBytes(24).toString('base64url');
  const passwordFile = join(home, `.password-${process.pid}`);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    await fillFolder(cluster, unfinished, passwordFile);
    await rename(passwordFile, join(unfinished, PASSWORD_FILE));
    await rename(unfinished, cluster.folder);
  } catch (error) {
    // A concurrent process may have created it first.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY')) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
  }
}

async function fillFolder(cluster: Cluster, folder: string, passwordFile: string): Promise<void> {
  const options = ['--username=vlabs', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  options.push('--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=builtin');
  options.push('--data-checksums', '--no-instructions', `--pgdata=${folder}`);
  if (!cluster.durable) options.push('--no-sync');
  await runInitdb(cluster.binaries, options);
}

/** The random password of the cluster's only user. */
export async function readPassword(cluster: Cluster): Promise<string> {
  try {
    return (await readFile(join(cluster.folder, PASSWORD_FILE), 'utf8')).trim();
  } catch {
    throw new StartFailure(
      `The password file ${join(cluster.folder, PASSWORD_FILE)} cannot be read: start V-labs as the user who made the data folder.`,
    );
  }
}
