import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { StartFailure } from '../server/platform/start-failure.ts';
import { UsageError, runTool } from './run-tool.ts';
import { findServiceUrl, waitUntilServing } from './service-readiness.ts';
import { unitFile } from './unit-file.ts';

const MAX_SERVERS = 9;
const ROOT = join(import.meta.dirname, '..');
/** What a start takes where nothing is slow, several times over: the first one makes a database. */
const DEFAULT_WAIT_SECONDS = '60';
const run = promisify(execFile);

/** Writes the unit of V-labs for this machine and this folder, has systemd start it now and at every boot, and waits until it serves. */
async function makeService(words: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      wait: { type: 'string', default: DEFAULT_WAIT_SECONDS },
      servers: { type: 'string' },
    },
  });
  if (!/^\d{1,5}$/.test(values.wait))
    throw new UsageError('Say for how many seconds to wait: npm run service -- --wait 120');
  const units = listUnits(values.servers);
  const isRoot = process.geteuid?.() === 0;
  if (!isRoot && positionals.length > 0)
    throw new UsageError('Only root makes services of other users: leave the user out.');
  const user = isRoot ? (positionals[0] ?? (await findOwner())) : null;
  const folder = isRoot ? '/etc/systemd/system' : join(homedir(), '.config/systemd/user');
  const manager = isRoot ? [] : ['--user'];
  const systemctl = (...order: string[]) => run('systemctl', [...manager, ...order]);

  const text = unitFile({
    folder: ROOT,
    node: process.execPath,
    user,
    systemdVersion: await findSystemdVersion(),
    isOneOfSeveral: values.servers !== undefined,
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, units.file), text);
  console.log(`Wrote ${join(folder, units.file)}.`);
  if (!isRoot) await linger();
  await systemctl('daemon-reload');
  await systemctl('enable', '--quiet', ...units.names);
  console.log(`systemd starts V-labs as ${user ?? userInfo().username}, now and after every boot.`);
  const [unit = ''] = units.names;
  console.log(`What it says: ${['journalctl', ...manager, '--unit', unit, '--follow'].join(' ')}`);
  console.log(`Settings: ${['systemctl', ...manager, 'edit', units.file].join(' ')}`);
  // One after the other, so that of several the others serve meanwhile.
  for (const name of units.names) {
    await systemctl('restart', name);
    const { stdout } = await systemctl('show', '--property=Environment', '--value', name);
    await reportReadiness(findServiceUrl(stdout), Number(values.wait));
  }
}

/** One service, or as many servers of one template as are wanted. */
function listUnits(servers: string | undefined): { file: string; names: string[] } {
  if (servers === undefined) return { file: 'v-labs.service', names: ['v-labs.service'] };
  const count = Number(servers);
  if (!Number.isInteger(count) || count < 1 || count > MAX_SERVERS)
    throw new UsageError(
      `Say how many servers, up to ${MAX_SERVERS}: npm run service -- --servers 4`,
    );
  const names = Array.from({ length: count }, (_, index) => `v-labs@${index + 1}.service`);
  return { file: 'v-labs@.service', names };
}

async function reportReadiness(url: string | null, seconds: number): Promise<void> {
  if (url === null) {
    console.log('It takes whichever port is free, and says which one in its journal.');
    return;
  }
  const trouble = await waitUntilServing(url, seconds * 1000);
  if (trouble !== null)
    throw new StartFailure(
      `V-labs does not serve at ${url} after ${seconds} s. ${trouble} systemd keeps trying; its journal, see above, says why.`,
    );
  console.log(`V-labs is ready at ${url}`);
}

async function findOwner(): Promise<string> {
  const { uid } = statSync(ROOT);
  if (uid === 0) throw new UsageError('Say whose service it shall be: npm run service -- USER');
  return (await run('id', ['-un', String(uid)])).stdout.trim();
}

async function findSystemdVersion(): Promise<number> {
  try {
    const { stdout } = await run('systemctl', ['--version']);
    return Number(/^systemd (\d+)/.exec(stdout)?.[1]);
  } catch {
    throw new UsageError('This machine has no systemd: let what it has run "npm start".');
  }
}

/** Without it a user's services end when they log out. */
async function linger(): Promise<void> {
  const { username } = userInfo();
  if (existsSync(join('/var/lib/systemd/linger', username))) return;
  try {
    await run('loginctl', ['enable-linger', username]);
  } catch {
    console.log(`It ends when you log out, until root runs: loginctl enable-linger ${username}`);
  }
}

await runTool(() => makeService(process.argv.slice(2)));
