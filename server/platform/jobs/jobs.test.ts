import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, makeTestDatabase } from '../../testing/database/test-database.ts';
import { inTransaction } from '../postgres/database.ts';
import { endLeases } from '../../testing/database/leases.queries.ts';
import { Jobs, addJob } from './jobs.ts';
import { deleteLeases, renewLeases } from './jobs.queries.ts';

const HANGING_WORKER = join(import.meta.dirname, '../../testing/hanging-worker.ts');
const CRASHING_WORKER = join(import.meta.dirname, '../../testing/crashing-worker.ts');
const log = pino({ level: 'silent' });
let database: TestDatabase;

beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.close());

/** Starts workers for one job name; returns all payloads they have processed. */
async function startWorkers(
  name: string,
  { isFull, isOnlyServer = false }: { isFull?: () => boolean; isOnlyServer?: boolean } = {},
) {
  const jobs = new Jobs({ pool: database.pool, log, concurrency: 2, isOnlyServer });
  const done: unknown[] = [];
  let wake: (() => void) | null = null;
  jobs.handle(
    name,
    async (payload) => {
      done.push(payload);
      wake?.();
    },
    isFull ? { isFull } : {},
  );
  await jobs.start();
  const next = async () => {
    while (done.length === 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      await promise;
    }
    return done.shift();
  };
  return { jobs, done, next };
}

test('a job is done when its transaction commits, and not when that fails', async () => {
  const { jobs, done, next } = await startWorkers('count');
  const failing = inTransaction(database.pool, async (db) => {
    await addJob(db, { name: 'count', payload: { number: 1 }, key: 'a' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await addJob(database.pool, { name: 'count', payload: { number: 2 }, key: 'b' });
  expect(await next()).toEqual({ number: 2 });
  expect(done).toEqual([]);
  await jobs.stop();
});

test('the job of a killed worker runs at once on the next worker if that is the only one', async () => {
  const worker = spawn(process.execPath, [HANGING_WORKER, database.databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await addJob(database.pool, { name: 'hang', payload: { number: 3 }, key: 'c' });
  await once(worker.stdout, 'data');

  const living = await startWorkers('hang');
  await living.jobs.stop();
  expect(living.done).toEqual([]);

  worker.kill('SIGKILL');
  await once(worker, 'exit');
  const { jobs, next } = await startWorkers('hang', { isOnlyServer: true });
  expect(await next()).toEqual({ number: 3 });
  await jobs.stop();
});

test('while there is no room for jobs of a kind they stay, and are done when there is', async () => {
  let isFull = true;
  const { jobs, done, next } = await startWorkers('roomy', { isFull: () => isFull });
  await addJob(database.pool, { name: 'roomy', payload: { number: 4 }, key: 'd' });
  const others = await startWorkers('other');
  await addJob(database.pool, { name: 'other', payload: {}, key: 'e' });
  await others.next();
  expect(done).toEqual([]);
  isFull = false;
  jobs.nudge();
  expect(await next()).toEqual({ number: 4 });
  await jobs.stop();
  await others.jobs.stop();
});

const isAllDone = (lines: string[]) =>
  lines.some((line) => line.startsWith('done')) && lines.some((line) => line.startsWith('given'));

/** Starts a server in its own process and collects its output until it dies or `isEnough`. */
async function linesOfServer(mode: 'hang' | 'work', isEnough: (lines: string[]) => boolean) {
  const child = spawn(process.execPath, [CRASHING_WORKER, database.databaseUrl, mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (isEnough(lines)) break;
  }
  child.kill('SIGKILL');
  await ended;
  return lines;
}

test('a job that crashes its server twice is abandoned, and the jobs next to it are done', async () => {
  const deadly = { name: 'crash', payload: { is: 'deadly' }, key: 'deadly', priority: -1 };
  await addJob(database.pool, deadly);
  await addJob(database.pool, { name: 'crash', payload: { is: 'innocent' }, key: 'innocent' });
  const first = await linesOfServer('hang', (lines) => lines.length === 2);
  expect(first.toSorted()).toEqual(['begun {"is":"deadly"}', 'begun {"is":"innocent"}']);

  const second = await linesOfServer('work', () => false);
  expect(second.at(-1)).toBe('begun {"is":"deadly"}');
  const later = await linesOfServer('work', (lines) => isAllDone([...second, ...lines]));
  expect([...second, ...later].filter((line) => !line.startsWith('begun')).toSorted()).toEqual([
    'done {"is":"innocent"}',
    'given up {"is":"deadly"}',
  ]);
  expect(later).not.toContain('begun {"is":"deadly"}');
});

test('of a kind with a bound no more go on at a time, and the next begins when one ends', async () => {
  const jobs = new Jobs({ pool: database.pool, log, concurrency: 2 });
  const begun: unknown[] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const work = (payload: unknown) => gates[begun.push(payload) - 1]?.promise ?? Promise.resolve();
  jobs.handle('bounded', work, { maxAtOnce: 1 });
  const others: unknown[] = [];
  jobs.handle('unbounded', async (payload) => void others.push(payload));
  await jobs.start();
  await addJob(database.pool, { name: 'bounded', payload: { number: 1 }, key: 'm' });
  await expect.poll(() => begun).toEqual([{ number: 1 }]);
  await addJob(database.pool, { name: 'bounded', payload: { number: 2 }, key: 'n' });
  // The free worker takes a later job and leaves the second one of this kind.
  await addJob(database.pool, { name: 'unbounded', payload: { number: 3 }, key: 'o' });
  await expect.poll(() => others).toEqual([{ number: 3 }]);
  expect(begun).toEqual([{ number: 1 }]);
  gates[0]?.resolve();
  await expect.poll(() => begun).toEqual([{ number: 1 }, { number: 2 }]);
  gates[1]?.resolve();
  await jobs.stop();
});

test('that a server has ended without a word is heard once, and one that says goodbye is not', async () => {
  const own = await makeTestDatabase();
  let deaths = 0;
  const jobs = new Jobs({
    pool: own.pool,
    log,
    concurrency: 1,
    whenServerDied: () => (deaths += 1),
  });
  const leave = async (server: string) => renewLeases(own.pool, { server, names: [server] });
  await leave('polite');
  await leave('vanishing');
  expect(await jobs.takeLease()).toBe(3);
  await deleteLeases(own.pool, 'polite');
  await endLeases(own.pool);
  await expect.poll(() => jobs.livingServers).toBe(1);
  await renewLeases(own.pool, { server: 'new', names: ['new'] });
  await expect.poll(() => jobs.livingServers).toBe(2);
  expect(deaths).toBe(1);
  await jobs.stop();
  await own.close();
});
