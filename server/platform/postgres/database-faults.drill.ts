import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '../../testing/database/own-postgres.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { answeredWithin, inTransaction, run, sql } from './database.ts';
import { Jobs, addJob } from '../jobs/jobs.ts';
import { openPool } from './open-pool.ts';
import { HANG_MS } from '../../../runner/testing/patience.ts';

const TIMEOUT = { timeout: HANG_MS, interval: 100 };
const TIMES = 25;
const CALLS_AT_ONCE = 20;

let postgres: OwnPostgres;
let server: { url: string; child: ChildProcess };
let token: string;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  server = await startServerProcess({
    DATABASE_URL: postgres.databaseUrl,
    VLABS_DEMO: 'on',
    VLABS_RUNNER_URL: 'http://127.0.0.1:9',
    VLABS_RUNNER_TOKEN: 'none',
  });
  const login = await ask('/api/v1/auth/login', { id: '2105001', password: 'vlabs-student' });
  token = JSON.parse(await login.text()).token;
});
afterAll(async () => {
  const ended = once(server.child, 'exit');
  if (server.child.kill('SIGKILL')) await ended;
  await postgres.close();
});

function ask(path: string, body?: object): Promise<Response> {
  return fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: token ?? '', 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(HANG_MS),
  });
}

const isAlive = () => server.child.exitCode === null && server.child.signalCode === null;
const listAssignments = () => ask('/api/v1/auth/getallassignments');
const save = (program: string) =>
  ask('/judge0/submissions', { source_code: program, language_id: 71 });

/** Reads and writes concurrently, so that connections are in use, idle and in transactions. */
async function callMuch(): Promise<number[]> {
  const calls = Array.from({ length: CALLS_AT_ONCE }, (_, index) =>
    index % 4 === 0 ? save('print(1)') : listAssignments(),
  );
  return (await Promise.all(calls)).map(({ status }) => status);
}

async function serves(): Promise<void> {
  await vi.waitFor(async () => expect((await listAssignments()).status).toBe(200), TIMEOUT);
}

/** What every caller gets while the database is unavailable. */
async function expectUnavailable(): Promise<void> {
  const reply = await listAssignments();
  expect(await reply.json()).toEqual({
    success: false,
    code: 'not_ready',
    message: 'The server can’t reach its database right now. Try again in a few seconds.',
  });
  expect(reply.status).toBe(503);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
}

async function readiness(): Promise<{ status: number; text: string }> {
  const reply = await ask('/readyz');
  return { status: reply.status, text: await reply.text() };
}

test.each([
  ['reset by the network', async () => postgres.cut()],
  [
    'ended by the database',
    () =>
      postgres.run(
        `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()`,
      ),
  ],
])(
  'connections that are %s again and again end neither the server nor what comes after',
  async (_, breakThem) => {
    for (let time = 0; time < TIMES; time += 1) {
      const calls = callMuch();
      await breakThem();
      for (const status of await calls) expect([200, 201, 429, 503]).toContain(status);
      expect(isAlive()).toBe(true);
    }
    await serves();
  },
);

test('without the database every call fails at once, the process stays alive, and all recovers with it', async () => {
  for (let time = 0; time < 3; time += 1) {
    await postgres.kill();
    await expectUnavailable();
    // The page itself, for which the browser sends no token but a program may.
    expect((await ask('/docs/')).status).toBe(200);
    expect((await ask('/healthz')).status).toBe(200);
    const { status, text } = await readiness();
    expect([status, text]).toEqual([503, expect.stringContaining('database')]);
    for (const answered of await callMuch()) expect(answered).toBe(503);
    expect((await save('print(1)')).headers.get('retry-after')).not.toBeNull();
    await postgres.start();
    await serves();
  }
  expect(isAlive()).toBe(true);
});

test('a database that is frozen, or behind a line that has died, holds nobody up for ever', async () => {
  for (const [fall, rise] of [
    [() => postgres.freeze(), () => postgres.thaw()],
    [async () => postgres.mute(), async () => postgres.unmute()],
  ] as const) {
    await fall();
    try {
      for (const status of await callMuch()) expect(status).toBe(503);
      await expectUnavailable();
      expect((await readiness()).status).toBe(503);
    } finally {
      await rise();
    }
    await serves();
  }
  expect(isAlive()).toBe(true);
});

test('a database that takes no changes any more is left at once, and used again when it does', async () => {
  await postgres.run('alter system set default_transaction_read_only = on');
  await postgres.run('select pg_reload_conf()');
  await vi.waitFor(expectUnavailable, TIMEOUT);
  expect((await readiness()).text).toContain('database');
  await postgres.run('alter system reset default_transaction_read_only');
  await postgres.run('select pg_reload_conf()');
  await serves();
});

test('one connection that has died without a word holds up nobody else, and is not used again', async () => {
  const { pool } = openPool(postgres.databaseUrl);
  const silent = answeredWithin(300, sql`select pg_backend_pid() as id, pg_sleep(120)`);
  await expect(run(pool, silent)).rejects.toThrow(DatabaseUnavailable);
  await expect(inTransaction(pool, (db) => run(db, silent))).rejects.toThrow(DatabaseUnavailable);
  expect(pool.totalCount).toBe(0);
  expect(await run(pool, sql`select 1`)).toBe(1);
  await pool.end();
});

test('a job that ends during a database outage is completed afterwards, once', async () => {
  const { pool } = openPool(postgres.databaseUrl);
  const jobs = new Jobs({ pool, log: pino({ level: 'silent' }), concurrency: 1 });
  let timesDone = 0;
  jobs.handle('witness', async () => {
    timesDone += 1;
    await postgres.kill();
  });
  await jobs.start();
  await addJob(pool, { name: 'witness', payload: {}, key: 'witness' });
  await vi.waitUntil(() => timesDone > 0, TIMEOUT);
  await postgres.start();
  const isLeft = `select 1 from graphile_worker.jobs where task_identifier = 'witness'`;
  await vi.waitFor(async () => expect((await pool.query(isLeft)).rowCount).toBe(0), TIMEOUT);
  expect(timesDone).toBe(1);
  await jobs.stop();
  await pool.end();
});

// Must be the last test, because it stops the server.
test('a server can be stopped during a database outage', async () => {
  await postgres.kill();
  await expectUnavailable();
  const ended = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await postgres.start();
});
