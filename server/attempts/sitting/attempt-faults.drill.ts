import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { writeQuizForm } from '../../testing/acts/make-quiz.ts';
import { HANG_MS } from '../../../runner/testing/patience.ts';

const MAIN = join(import.meta.dirname, '../../main.ts');
const READY = /^V-labs is ready at (\S+)$/m;
/** Moments between the sending of an answer and well after its acknowledgement. */
const KILL_AFTER_MS = [0, 1, 2, 4, 8, 30];

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

test('kill -9 between answer and acknowledgement loses nothing that was acknowledged, and what was not is taken when it comes again', async () => {
  for (const killAfterMs of KILL_AFTER_MS) {
    sequence += 1;
    const answers = { 1: String((sequence % 4) + 1), 2: '2' };
    const before = await held();
    const sent = save(answers).catch(() => null);
    await pause(killAfterMs);
    await end('SIGKILL');
    const reply = await sent;
    await startServer();
    const after = await held();
    // All of it is there or nothing of it, and all of it when the student was told so.
    const isThere = after.sequence === sequence;
    expect(after.savedAnswers).toEqual(isThere ? answers : before.savedAnswers);
    expect(isThere || reply?.status !== 200).toBe(true);
    expect((await save(answers)).status).toBe(200);
    expect(await held()).toMatchObject({ sequence, savedAnswers: answers });
  }
});
