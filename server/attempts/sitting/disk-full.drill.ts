import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeQuizForm } from '../../testing/acts/make-quiz.ts';
import { HANG_MS } from '../../../runner/testing/patience.ts';

const MAIN = join(import.meta.dirname, '../../main.ts');
const READY = /^V-labs is ready at (\S+)$/m;
const TIMEOUT = { timeout: HANG_MS, interval: 100 };
const DISK_MB = 400;
/** More saves than fit into the free space of a table's last pages. */
const MANY_SAVES = 3000;
const PORTION_BYTES = 1024 * 1024;

/** Runs a command with its own file system, which is removed when its processes end. */
const ownDisk = (folder: string, command: string) => [
  '--user',
  '--map-root-user',
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${DISK_MB}m tmpfs ${folder} && exec ${command}`,
];

const dataFolder = await mkdtemp(join(tmpdir(), 'vlabs-disk-'));
const isPossible = canHaveOwnDisk();
if (!isPossible) console.log('The full disk is skipped: this machine permits no own file system.');

function canHaveOwnDisk(): boolean {
  try {
    execFileSync('unshare', ownDisk(dataFolder, 'true'), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let server: ChildProcess;
let url: string;
let token: string;
let quizId: string;

beforeAll(async () => {
  if (!isPossible) return;
  server = spawn('unshare', ownDisk(dataFolder, `${process.execPath} ${MAIN}`), {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      LOG_LEVEL: 'silent',
      VLABS_DATA: dataFolder,
      VLABS_DEMO: 'on',
      VLABS_RUNNER_URL: 'http://127.0.0.1:9',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(server.stdout ?? process.stdin, 'data');
  url = READY.exec(String(line))?.[1] ?? '';
  const admin = await logIn('admin', 'vlabs-admin');
  token = await logIn('2105001', 'vlabs-student');
  const form = writeQuizForm();
  await call('POST', '/api/v1/auth/quizData', form, admin);
  quizId = form.unique_id;
  await start();
});
afterAll(async () => {
  if (isPossible && server.exitCode === null) {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
  await rm(dataFolder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  body: { token: string; data: Record<string, unknown> };
}

async function call(method: string, path: string, payload: object, as = token): Promise<Answer> {
  const reply = await fetch(url + path, {
    method,
    headers: { authorization: as, 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  });
  return { status: reply.status, body: JSON.parse(await reply.text()) };
}

async function logIn(id: string, password: string): Promise<string> {
  return (await call('POST', '/api/v1/auth/login', { id, password }, '')).body.token;
}

const start = () => call('POST', `/api/v1/auth/quiz/${quizId}`, { userId: '2105001' });
const save = (sequence: number) =>
  call('PUT', `/api/v1/auth/quiz/${quizId}/answers`, {
    userId: '2105001',
    sequence,
    markedAnswers: answersOf(sequence),
  });
const answersOf = (sequence: number) => ({ 1: String((sequence % 4) + 1) });

/** Fills the server's disk; returns a function that frees the space. */
async function fillDisk(): Promise<() => Promise<void>> {
  const ballast = join(`/proc/${server.pid}/root`, dataFolder, 'ballast');
  const file = await open(ballast, 'w');
  const portion = Buffer.alloc(PORTION_BYTES);
  for (let size = portion.length; size > 0;) {
    const written = await file.write(portion, 0, size).catch(() => ({ bytesWritten: 0 }));
    // Halves the portion until not even one byte fits.
    if (written.bytesWritten === 0) size = Math.floor(size / 2);
  }
  await file.close();
  return () => rm(ballast);
}

test.skipIf(!isPossible)(
  'on a full disk nothing is acknowledged that is not kept, and all goes on when there is room again',
  async () => {
    expect(existsSync(join(`/proc/${server.pid}/root`, dataFolder, 'postgres'))).toBe(true);
    const giveBack = await fillDisk();
    let acknowledged = 0;
    let refused = 0;
    let refusedWith = 0;
    for (let sequence = 1; sequence <= MANY_SAVES && refused === 0; sequence += 1) {
      const { status } = await save(sequence);
      if (status === 200) acknowledged = sequence;
      else [refused, refusedWith] = [sequence, status];
    }
    expect(refused, 'the disk was never full').toBeGreaterThan(0);
    // The page handles 503 as for an unavailable database.
    expect(refusedWith).toBe(503);
    await giveBack();

    // If the database could not write its own log, it has to recover first.
    await vi.waitFor(async () => expect((await start()).status).toBe(200), TIMEOUT);
    const held = await start();
    // The refused save may have been stored too; an acknowledged one is never missing.
    const { sequence, savedAnswers } = held.body.data;
    expect([acknowledged, refused]).toContain(sequence);
    expect(savedAnswers).toEqual(answersOf(Number(sequence)));
    expect((await save(refused + 1)).status).toBe(200);
    expect((await start()).body.data).toMatchObject({
      sequence: refused + 1,
      savedAnswers: answersOf(refused + 1),
    });
  },
);
