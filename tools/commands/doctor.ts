import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { release, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { languages } from '../../contract/runs/languages.ts';
import { noSharedFolder } from '../../runner/languages/share-files.ts';
import { findRecipes } from '../../runner/languages/toolchains.ts';
import { listRestrictions } from '../../runner/sandbox/checks/restrictions.ts';
import { type Config, readConfig } from '../../server/config.ts';
import { openPool } from '../../server/platform/postgres/open-pool.ts';
import { RunnerProcess } from '../../server/platform/runner-process.ts';
import { type Finding, lookAtNamespaces, showFinding } from './findings.ts';
import { runTool } from './run-tool.ts';

const OLDEST_KERNEL = [5, 11];
const MIN_FREE_GB = 2;
const GIGABYTE = 1024 ** 3;
const run = promisify(execFile);
const quiet = (): void => undefined;
/** The error is shown in the line of the check. */
const silent = { error: quiet, warn: quiet, info: quiet, debug: quiet };

const firstLineOf = async (program: string, ...words: string[]): Promise<string | null> => {
  const done = await run(program, words).catch(() => null);
  return done?.stdout.split('\n')[0] ?? null;
};

function lookAtKernel(): Finding {
  const [major = 0, minor = 0] = release().split(/[.-]/).map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_KERNEL;
  const isOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
  const fix = isOld ? `Linux ${OLDEST_KERNEL.join('.')} or newer is needed` : undefined;
  return { what: 'kernel', found: release(), fix };
}

function lookAtGroups(): Finding {
  const version = existsSync('/sys/fs/cgroup/cgroup.controllers') ? 'v2' : 'v1, or none';
  const own = readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n').at(-1) ?? '';
  return { what: 'control groups', found: `${version}; this command runs in ${own}` };
}

async function lookAtCompilers(): Promise<Finding> {
  const recipes = await findRecipes(noSharedFolder);
  const found = recipes.map(({ name }) => name).join(', ');
  const isWhole = languages.every(
    ({ key, optional }) => optional || recipes.some(({ language }) => language === key),
  );
  return {
    what: 'compilers',
    found: found || 'none',
    fix: isWhole ? undefined : 'run npm start as root: it installs what is missing or names it',
  };
}

/** Starts a runner as the server would; it checks its sandbox. */
async function lookAtBoxes(): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-doctor-'));
  const runner = new RunnerProcess({ dataFolder: folder, runnerSettings: {} }, silent);
  try {
    await runner.announced;
    const { reason } = runner;
    return reason === null
      ? { what: 'programs', found: 'can be confined' }
      : { what: 'programs', found: 'are not run', fix: reason };
  } finally {
    await runner.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function lookAtDatabase({ databaseUrl, dataFolder }: Config): Promise<Finding> {
  const what = 'database';
  if (databaseUrl === null) return { what, found: `embedded, in ${dataFolder}` };
  const { pool } = openPool(databaseUrl);
  try {
    (await pool.connect()).release();
    return { what, found: 'the one in DATABASE_URL replies' };
  } catch (error) {
    const fix = 'start the database in DATABASE_URL, or correct the address';
    return { what, found: error instanceof Error ? error.message : String(error), fix };
  } finally {
    await pool.end();
  }
}

async function lookAtDisk({ dataFolder }: Config): Promise<Finding> {
  let folder = dataFolder;
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const free = (bavail * bsize) / GIGABYTE;
  const fix =
    free < MIN_FREE_GB
      ? `free some space, or set VLABS_DATA to a folder on another disk`
      : undefined;
  return { what: 'disk', found: `${free.toFixed(1)} GB free at ${folder}`, fix };
}

async function lookAtClock(): Promise<Finding> {
  const output = await firstLineOf('timedatectl', 'show', '--property=NTPSynchronized', '--value');
  if (output !== 'no')
    return {
      what: 'clock',
      found: output === 'yes' ? 'synchronised' : 'not managed by this machine',
    };
  const fix = 'tests depend on it: run timedatectl set-ntp true, unless the host sets the clock';
  return { what: 'clock', found: 'not synchronised', fix };
}

/** Prints a report about this machine. Exits with 1 if something would fail. */
async function examine(): Promise<void> {
  const config = readConfig();
  const programs = await lookAtBoxes();
  const findings = [
    lookAtKernel(),
    { what: 'systemd', found: (await firstLineOf('systemctl', '--version')) ?? 'none' },
    lookAtGroups(),
    lookAtNamespaces(listRestrictions(), programs),
    await lookAtCompilers(),
    programs,
    await lookAtDatabase(config),
    await lookAtDisk(config),
    await lookAtClock(),
  ];
  for (const finding of findings) console.log(showFinding(finding));
  if (findings.some(({ fix }) => fix !== undefined)) process.exitCode = 1;
}

await runTool(examine);
process.exit();
