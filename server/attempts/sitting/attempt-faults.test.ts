import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { writeQuizForm } from '../../testing/acts/make-quiz.ts';
import { HANG_MS } from '../../../runner/testing/patience.ts';

const MAIN = join(import.meta.dirname, '../../main.ts');
const READY = /^V-labs is ready at (\S+)$/m;
const TIMEOUT = { timeout: HANG_MS, interval: 100 };

let dataFolder: string;
let server: ChildProcess;
let url: string;
let token: string;
let quizId: string;
let sequence = 0;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'vlabs-faults-'));
  await startServer();
  const admin = await logIn('admin', 'vlabs-admin');
  token = await logIn('2105001', 'vlabs-student');
  const form = writeQuizForm();
  await call('POST', '/api/v1/auth/quizData', form, admin);
  quizId = form.unique_id;
  await start();
});
afterAll(async () => {
  await end('SIGTERM');
  await rm(dataFolder, { recursive: true, force: true });
});

/** The real server with its own embedded, durable database, whose files outlive it. */
async function startServer(): Promise<void> {
  server = spawn(process.execPath, [MAIN], {
    env: {
      PORT: '0',
      LOG_LEVEL: 'silent',
      VLABS_DATA: dataFolder,
      VLABS_DEMO: 'on',
      VLABS_RUNNER_URL: 'http://127.0.0.1:9',
      NODE_COMPILE_CACHE: inject('compileCache'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(server.stdout ?? process.stdin, 'data');
  url = READY.exec(String(line))?.[1] ?? '';
}

async function end(signal: NodeJS.Signals): Promise<void> {
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}

interface Answer {
  status: number;
  // What the tests look at is asserted by them.
  body: { token: string; data: Record<string, unknown> };
}

async function call(method: string, path: string, payload?: object, as = token): Promise<Answer> {
  const reply = await fetch(url + path, {
    method,
    headers: { authorization: as, 'content-type': 'application/json' },
    body: payload === undefined ? null : JSON.stringify(payload),
    signal: AbortSignal.timeout(HANG_MS),
  });
  const body: Answer['body'] = JSON.parse(await reply.text());
  return { status: reply.status, body };
}

async function logIn(id: string, password: string): Promise<string> {
  return (await call('POST', '/api/v1/auth/login', { id, password }, '')).body.token;
}

const start = () => call('POST', `/api/v1/auth/quiz/${quizId}`, { userId: '2105001' });
const save = (answers: object) =>
  call('PUT', `/api/v1/auth/quiz/${quizId}/answers`, {
    userId: '2105001',
    sequence,
    markedAnswers: answers,
  });
const held = async () => (await start()).body.data;

/** The first process of the database and every one that works for it, all at once. */
async function killPostgres(): Promise<void> {
  const file = await readFile(join(dataFolder, 'postgres/postmaster.pid'), 'utf8');
  const postmaster = Number(file.split('\n')[0]);
  const tasks = `/proc/${postmaster}/task/${postmaster}/children`;
  const children = (await readFile(tasks, 'utf8')).trim().split(' ').map(Number);
  for (const id of [postmaster, ...children]) process.kill(id, 'SIGKILL');
}

test('an acknowledged answer outlives kill -9 of the server at once after it', async () => {
  sequence += 1;
  expect((await save({ 1: '3' })).status).toBe(200);
  await end('SIGKILL');
  await startServer();
  expect(await held()).toMatchObject({ sequence, savedAnswers: { 1: '3' } });
});

test('kill -9 of PostgreSQL: nothing is acknowledged without it, and the acknowledged is there after it', async () => {
  sequence += 1;
  expect((await save({ 1: '1', 2: '4' })).status).toBe(200);
  await killPostgres();
  sequence += 1;
  const answers = { 1: '2', 2: '4' };
  // Refused, or taken by the database when it is back: what is said is what is so.
  const reply = await save(answers).catch(() => null);
  await vi.waitFor(async () => {
    const { status, body } = await start();
    expect(status).toBe(200);
    const isThere = body.data.sequence === sequence;
    expect(isThere || reply?.status !== 200).toBe(true);
    expect(body.data.savedAnswers).toEqual(isThere ? answers : { 1: '1', 2: '4' });
  }, TIMEOUT);
  expect((await save(answers)).status).toBe(200);
  expect(await held()).toMatchObject({ sequence, savedAnswers: answers });
});
