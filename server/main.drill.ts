import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { HANG_MS } from '../runner/testing/patience.ts';
import { METRICS_TOKEN, scrape } from './testing/scrape.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const NO_RUNNER = { VLABS_RUNNER_URL: 'http://127.0.0.1:9' };

let dataFolder: string;
const servers: ChildProcess[] = [];

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'vlabs-main-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await end(server, 'SIGKILL');
  // A killed server leaves its database running; a new server ends it.
  if ((await listProcesses()).length > 0) await end((await startServer()).server, 'SIGTERM');
  await rm(dataFolder, { recursive: true, force: true });
});

function spawnServer(environment: NodeJS.ProcessEnv): ChildProcess {
  const server = spawn(process.execPath, [MAIN], {
    env: {
      PORT: '0',
      LOG_LEVEL: 'silent',
      VLABS_DATA: dataFolder,
      VLABS_DEMO: 'off',
      VLABS_METRICS_TOKEN: METRICS_TOKEN,
      NODE_COMPILE_CACHE: inject('compileCache'),
      ...NO_RUNNER,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.push(server);
  return server;
}

async function startServer(environment: NodeJS.ProcessEnv = {}) {
  const server = spawnServer(environment);
  const [line] = await Promise.race([
    once(server.stdout ?? process.stdin, 'data'),
    once(server, 'exit').then(() => Promise.reject(new Error('The server ended at its start.'))),
  ]);
  const url = /^V-labs is ready at (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(String(line))?.[1] ?? '';
  return { server, url };
}

async function failToStart(environment: NodeJS.ProcessEnv) {
  const server = spawnServer(environment);
  const [reported, [code]] = await Promise.all([
    text(server.stderr ?? process.stdin),
    once(server, 'exit'),
  ]);
  return { reported: reported.trim().split('\n'), code };
}

async function end(server: ChildProcess, signal: NodeJS.Signals) {
  if (server.exitCode !== null || server.signalCode !== null) return server.exitCode;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
  return server.exitCode;
}

/** The command lines of all processes of this data folder. */
async function listProcesses(): Promise<string[]> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    numbers.map(async (number) => {
      const of = (file: string) => readFile(`/proc/${number}/${file}`, 'utf8').catch(() => '');
      return `${await of('cmdline')} ${await of('environ')}`;
    }),
  );
  return found.filter((words) => words.includes(dataFolder));
}

function register(url: string) {
  return fetch(`${url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id: '77',
      name: 'Kept Student',
      email: 'kept@example.edu',
      password: 'a long enough password',
    }),
  });
}

test('SIGTERM ends the server, its runner and its database, with code 0', async () => {
  const { server, url } = await startServer({ VLABS_RUNNER_URL: '', VLABS_RUNNER_SLOTS: '3' });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  // The server is ready for people before its runner has started.
  await vi.waitFor(
    async () => {
      // The runner is configured with a number of slots; if it can't confine programs, it has none.
      const slots = (await fetch(`${url}/readyz`)).ok ? 3 : 0;
      const metrics = await (await fetch(`${url}/metrics`, scrape)).text();
      expect(/state="slots"\} (\d+)\n/.exec(metrics)?.[1]).toBe(String(slots));
    },
    { timeout: HANG_MS },
  );
  expect((await listProcesses()).length).toBeGreaterThan(2);
  expect(await end(server, 'SIGTERM')).toBe(0);
  expect(await listProcesses()).toEqual([]);
});

test('after kill -9 the next start works and has lost nothing', async () => {
  const before = await startServer();
  expect((await register(before.url)).status).toBe(201);
  await end(before.server, 'SIGKILL');
  const after = await startServer();
  expect((await register(after.url)).status).toBe(409);
});

test('kill -9 of the server ends its runner as well', async () => {
  const { server } = await startServer({ VLABS_RUNNER_URL: '' });
  await end(server, 'SIGKILL');
  await vi.waitFor(
    async () => {
      const left = await listProcesses();
      expect(left.filter((words) => words.includes('runner/main.ts'))).toEqual([]);
    },
    { timeout: HANG_MS },
  );
});

test('a taken port is one clear line, and nothing is left running', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const { reported, code } = await failToStart({ PORT: port });
  other.close();
  expect([reported, code]).toEqual([
    [`The port ${port} of 127.0.0.1 is taken by another program. Set PORT or HOST to another.`],
    1,
  ]);
  expect(await listProcesses()).toEqual([]);
});

test('a data folder that cannot be written is one clear line', async () => {
  const { reported, code } = await failToStart({ VLABS_DATA: '/proc/nowhere' });
  expect(reported).toEqual([expect.stringContaining('/proc/nowhere cannot be written')]);
  expect(code).toBe(1);
});

test('a database that does not answer is one clear line', async () => {
  const { reported, code } = await failToStart({
    DATABASE_URL: 'postgresql://u:secret@127.0.0.1:9/x',
  });
  expect(reported).toEqual([expect.stringContaining('does not answer (connect ECONNREFUSED')]);
  expect(reported.join('')).not.toContain('secret');
  expect(code).toBe(1);
});

test('a setting that cannot be used is one clear line', async () => {
  const { reported, code } = await failToStart({ PORT: 'many' });
  expect(reported).toEqual([expect.stringContaining('PORT holds "many"')]);
  expect(code).toBe(1);
});

test('a second server on the same data folder is refused, and the first stays', async () => {
  const first = await startServer();
  const { reported, code } = await failToStart({});
  expect(reported).toEqual([
    expect.stringContaining('Another V-labs server is using the data folder'),
  ]);
  expect(code).toBe(1);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(503);
});
