import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { StartFailure } from '../../server/platform/start/start-failure.ts';
import { UsageError, runTool } from './run-tool.ts';
import { findServiceUrl, waitUntilServing } from './service-readiness.ts';
import { unitFile } from './unit-file.ts';

const MAX_SERVERS = 9;
const ROOT = join(import.meta.dirname, '../..');
/** Several times the duration of a normal start; the first start makes a database. */
const DEFAULT_WAIT_SECONDS = '60';
const run = promisify(execFile);

/**
 * Writes the systemd unit of V-labs for this machine and folder, starts and enables it, and waits until it serves.
 */
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
    throw new UsageError('Give the number of seconds to wait: npm run service -- --wait 120');
  const units = listUnits(values.servers);
  const isRoot = process.geteuid?.() === 0;
  if (!isRoot && positionals.length > 0)
    throw new UsageError('Only root can make services for other users. Leave out the user.');
  const user = isRoot ? (positionals[0] ?? (await findOwner())) : null;
  const folder = isRoot ? '/etc/systemd/system' : join(homedir(), '.config/systemd/user');
  const manager = isRoot ? [] : ['--user'];
  const systemctl = (...order: string[]) => run('systemctl', [...manager, ...order]);

  const text = unitFile({
    folder: ROOT,
    node: process.execPath,
    user,
    systemdVersion: await findSystemdVersion(),
    isTemplate: values.servers !== undefined,
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, units.file), text);
  console.log(`Wrote ${join(folder, units.file)}.`);
  if (!isRoot) await linger();
  await systemctl('daemon-reload');
  await systemctl('enable', '--quiet', ...units.names);
  console.log(`systemd starts V-labs as ${user ?? userInfo().username}, now and after every boot.`);
  const [unit = ''] = units.names;
  console.log(`Log: ${['journalctl', ...manager, '--unit', unit, '--follow'].join(' ')}`);
  console.log(`Settings: ${['systemctl', ...manager, 'edit', units.file].join(' ')}`);
  // One after the other, so that the other servers keep serving.
  for (const name of units.names) {
    await systemctl('restart', name);
    const { stdout } = await systemctl('show', '--property=Environment', '--value', name);
    await reportReadiness(findServiceUrl(stdout), Number(values.wait));
  }
}

/** One service, or several servers from one template. */
function listUnits(servers: string | undefined): { file: string; names: string[] } {
  if (servers === undefined) return { file: 'v-labs.service', names: ['v-labs.service'] };
  const count = Number(servers);
  if (!Number.isInteger(count) || count < 1 || count > MAX_SERVERS)
    throw new UsageError(
      `Give the number of servers, at most ${MAX_SERVERS}: npm run service -- --servers 4`,
    );
  const names = Array.from({ length: count }, (_, index) => `v-labs@${index + 1}.service`);
  return { file: 'v-labs@.service', names };
}

async function reportReadiness(url: string | null, seconds: number): Promise<void> {
  if (url === null) {
    console.log('It uses any free port. The journal says which.');
    return;
  }
  const trouble = await waitUntilServing(url, seconds * 1000);
  if (trouble !== null)
    throw new StartFailure(
      `V-labs is not ready at ${url} after ${seconds} s. ${trouble} systemd keeps trying; the log, see above, says why.`,
    );
  console.log(`V-labs is ready at ${url}`);
}

async function findOwner(): Promise<string> {
  const { uid } = statSync(ROOT);
  if (uid === 0)
    throw new UsageError('Name the user who runs the service: npm run service -- USER');
  return (await run('id', ['-un', String(uid)])).stdout.trim();
}

async function findSystemdVersion(): Promise<number> {
  try {
    const { stdout } = await run('systemctl', ['--version']);
    return Number(/^systemd (\d+)/.exec(stdout)?.[1]);
  } catch {
    throw new UsageError('This machine has no systemd. Let its service manager run "npm start".');
  }
}

/** Without lingering, a user's services end when they log out. */
async function linger(): Promise<void> {
  const { username } = userInfo();
  if (existsSync(join('/var/lib/systemd/linger', username))) return;
  try {
    await run('loginctl', ['enable-linger', username]);
  } catch {
    console.log(
      `It ends when you log out. To keep it running, run as root: loginctl enable-linger ${username}`,
    );
  }
}

await runTool(() => makeService(process.argv.slice(2)));
