import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { HANG_MS } from '../../../runner/testing/patience.ts';

let dataFolder: string;
const endings: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'vlabs-embedded-'));
});
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
  await rm(dataFolder, { recursive: true, force: true });
});

async function start(folder = dataFolder, shared = false) {
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, durable: false, shared });
  endings.push(() => postgres.stop());
  return postgres;
}

async function query(databaseUrl: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function readPostmasterPid(): Promise<number> {
  return Number.parseInt(
    await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8'),
    10,
  );
}

/** Another process that owns the data folder's database, like a server. */
async function startOwner(): Promise<ChildProcess> {
  const module = join(import.meta.dirname, 'embedded-postgres.ts');
  const options = JSON.stringify({ dataFolder, durable: false, shared: false });
  const program = `const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    await startEmbeddedPostgres(${options}); console.log('up');`;
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endings.push(async () => owner.kill('SIGKILL'));
  await once(owner.stdout, 'data');
  return owner;
}

test('what was written is there again at the next start', async () => {
  const before = await start();
  await query(before.databaseUrl, 'create table kept as select 7 as number');
  await before.stop();
  const after = await start();
  expect(await query(after.databaseUrl, 'select number from kept')).toEqual([{ number: 7 }]);
});

test('a stopped database leaves no process', async () => {
  const postgres = await start();
  const pid = await readPostmasterPid();
  await postgres.stop();
  // A dead process stays in the process list until its parent has reaped it.
  await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), { timeout: HANG_MS });
});

test('after kill -9 of its server, the living database is found and used', async () => {
  const owner = await startOwner();
  const pid = await readPostmasterPid();
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  const postgres = await start();
  expect(await readPostmasterPid()).toBe(pid);
  expect(await query(postgres.databaseUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('after kill -9 of the database while nobody watched, the next start works', async () => {
  const owner = await startOwner();
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  process.kill(await readPostmasterPid(), 'SIGKILL');
  const postgres = await start();
  expect(await query(postgres.databaseUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a database that dies under its server is started again', async () => {
  const postgres = await start();
  const pid = await readPostmasterPid();
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(
    async () => {
      expect(await readPostmasterPid()).not.toBe(pid);
      await query(postgres.databaseUrl, 'select 1');
    },
    { timeout: HANG_MS },
  );
});

test('a second server on the same data folder is refused', async () => {
  await start();
  await expect(start()).rejects.toThrow('Another V-labs server is using the data folder');
});

test('a tool may use the database of a running server, and leaves it running', async () => {
  const server = await start();
  const tool = await start(dataFolder, true);
  await tool.stop();
  expect(await query(server.databaseUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a pid file that names a stranger is not believed', async () => {
  const postgres = await start();
  const file = await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8');
  await postgres.stop();
  const stranger = spawn('sleep', ['60']);
  endings.push(async () => stranger.kill());
  await writeFile(
    join(dataFolder, 'postgres', 'postmaster.pid'),
    file.replace(/^\d+/, String(stranger.pid)),
  );
  const again = await start();
  expect(await query(again.databaseUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a data folder of another PostgreSQL version is named, not touched', async () => {
  const postgres = await start();
  await postgres.stop();
  await writeFile(join(dataFolder, 'postgres', 'PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow('was written by PostgreSQL 17');
});

test('a data folder that cannot be written is named', async () => {
  const file = join(dataFolder, 'file');
  await writeFile(file, '');
  await expect(start(join(file, 'below'))).rejects.toThrow('cannot be written (ENOTDIR)');
});

test('a data folder with a very long path works', async () => {
  const long = join(dataFolder, 'a-long-name-'.repeat(9), 'b-long-name-'.repeat(9));
  const postgres = await start(long);
  const socketFolder = new URL(postgres.databaseUrl).searchParams.get('host') ?? '';
  endings.push(() => rm(socketFolder, { recursive: true, force: true }));
  expect(await query(postgres.databaseUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a socket folder that others can enter is refused', async () => {
  const long = join(dataFolder, 'a-long-name-'.repeat(9), 'b-long-name-'.repeat(9));
  const postgres = await start(long);
  const socketFolder = new URL(postgres.databaseUrl).searchParams.get('host') ?? '';
  endings.push(() => rm(socketFolder, { recursive: true, force: true }));
  await postgres.stop();
  await chmod(socketFolder, 0o777);
  await expect(start(long)).rejects.toThrow('is open to other users');
});

test('only its user can read the password', async () => {
  await start();
  const { mode } = await stat(join(dataFolder, 'postgres', 'vlabs-password'));
  expect(mode & 0o777).toBe(0o600);
});
