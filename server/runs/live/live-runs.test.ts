import { randomUUID } from 'node:crypto';
import { LIVE_RUNS_PATH } from '@vlabs/contract/runs/live-runs';
import { RunnerStatus, RUNNER_TOKEN_HEADER } from '@vlabs/contract/runs/runner';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../platform/postgres/database.ts';
import {
  type MadePerson,
  makeAdmin,
  makeStudent,
  makeStudentWithExpiredToken,
} from '../../testing/acts/make.ts';
import { type LiveTerminal, openTerminal, originOf } from '../../testing/peers/live-terminal.ts';
import { type RealRunner, startRealRunner } from '../../testing/peers/real-runner.ts';
import { type TestApp, makeSecondServer, makeTestApp } from '../../testing/test-app.ts';
import { asLive } from './live-runs.service.ts';
import { insertLiveRun } from '../store/run-history.queries.ts';
import { plainProgram, planProgram } from '../store/run.ts';
import { HANG_MS } from '../../../runner/testing/patience.ts';

const PYTHON = 71;
const runners: RealRunner[] = await Promise.all([startRealRunner(), startRealRunner()]);
const refusal = runners[0]?.refusal ?? null;
if (refusal !== null) console.warn(`Tests with real programs are skipped: ${refusal}`);
const addresses = () => runners.map(({ address }) => address);
const wait = { timeout: HANG_MS, interval: 10 };

let server: TestApp;
let student: MadePerson;

beforeAll(async () => {
  server = await makeTestApp({
    runners: addresses,
    environment: { VLABS_ORIGINS: 'https://lab.example.edu' },
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  student = await makeStudent(server.pool);
});
afterAll(async () => {
  await server.close();
  await Promise.all(runners.map((runner) => runner.stop()));
});

async function start(person: MadePerson, source: string, languageId = PYTHON) {
  const terminal = await openTerminal(server.app);
  terminal.start({ token: person.token, languageId, source });
  return terminal;
}
const sees = (terminal: LiveTerminal, text: string) =>
  vi.waitUntil(() => terminal.text.includes(text), wait);
const ends = (terminal: LiveTerminal) => vi.waitUntil(() => terminal.closeCode !== null, wait);
async function read(person: MadePerson, token: string | null) {
  const fields = 'status,stdout,compile_output,message,time,memory,phase,language_id,source_code';
  const url = `/judge0/submissions/${token}?fields=${fields}`;
  const headers = { ...person.headers, accept: 'application/json' };
  return (await server.app.inject({ url, headers })).json();
}
async function liveRunsOf({ address: { url, token } }: RealRunner): Promise<number> {
  const reply = await fetch(`${url}/status`, { headers: { [RUNNER_TOKEN_HEADER]: token } });
  return RunnerStatus.parse(await reply.json()).liveRuns ?? 0;
}
async function countLiveRuns(): Promise<number> {
  const counts = await Promise.all(runners.map(liveRunsOf));
  return counts.reduce((sum, count) => sum + count, 0);
}

const WAITS = 'print("go", flush=True)\ninput()';

describe('a terminal is refused', () => {
  test('to nobody, to a token that expired, and to one that never was', async () => {
    const expired = await makeStudentWithExpiredToken(server.pool);
    for (const token of ['', 'x'.repeat(43), expired.token]) {
      const terminal = await openTerminal(server.app);
      terminal.start({ token, languageId: PYTHON, source: 'print(1)' });
      await ends(terminal);
      expect(terminal.events).toEqual([
        { event: 'refused', status: 401, reason: 'Your session has ended. Sign in again.' },
      ]);
      expect(terminal.closeCode).toBe(1008);
    }
  });

  test('to pages of other origins, before anything is said', async () => {
    await expect(openTerminal(server.app, { origin: 'https://evil.example' })).rejects.toThrow(
      '403',
    );
    for (const origin of [originOf(server.app), 'https://lab.example.edu']) {
      (await openTerminal(server.app, { origin })).close();
    }
  });

  test('for what is no program, and for a first message that says something else', async () => {
    const { token } = student;
    const empty = await openTerminal(server.app);
    empty.start({ token, languageId: PYTHON, source: '' });
    const unknown = await openTerminal(server.app);
    unknown.start({ token, languageId: 1, source: 'x' });
    const other = await openTerminal(server.app);
    other.type('hello');
    await Promise.all([ends(empty), ends(unknown), ends(other)]);
    const statuses = [empty, unknown, other].map(({ lastEvent }) => lastEvent);
    expect(statuses).toMatchObject([{ status: 422 }, { status: 422 }, { status: 400 }]);
  });

  test('over plain HTTP', async () => {
    const reply = await server.app.inject({ url: LIVE_RUNS_PATH, headers: student.headers });
    expect(reply.statusCode).toBe(426);
  });
});

describe.skipIf(refusal !== null)('a program in a terminal', () => {
  test('reads what was typed in the moment of its start', async () => {
    const terminal = await openTerminal(server.app);
    terminal.start({ token: student.token, languageId: PYTHON, source: 'print("read", input())' });
    terminal.type('early\r');
    await ends(terminal);
    expect(terminal.text).toContain('read early');
  });

  test('that asks twice is answered twice, and is kept like every other run', async () => {
    const source =
      '#include <stdio.h>\nint main(void){int a,b;printf("a? ");scanf("%d",&a);printf("b? ");scanf("%d",&b);printf("%d\\n",a+b);}';
    const terminal = await start(student, source, 50);
    await sees(terminal, 'a? ');
    terminal.type('19\r');
    await sees(terminal, 'b? ');
    terminal.type('23\r');
    await ends(terminal);
    expect(terminal.closeCode).toBe(1000);
    expect(terminal.events.map(({ event }) => event)).toEqual([
      'taken',
      'compiling',
      'running',
      'finished',
    ]);
    expect(await read(student, terminal.runToken)).toMatchObject({
      status: { id: 3, description: 'Accepted' },
      stdout: 'a? 19\nb? 23\n42\n',
      time: expect.stringMatching(/^\d+\.\d+$/),
      memory: expect.any(Number),
      language_id: 50,
      source_code: source,
    });
  });

  test('is its owner’s: another student neither reads nor stops it, and an admin may', async () => {
    const terminal = await start(student, WAITS);
    await sees(terminal, 'go');
    const token = terminal.runToken;
    const stop = ({ headers }: MadePerson) =>
      server.app.inject({ method: 'POST', url: `/api/v1/runs/${token}/stop`, headers });
    const other = await makeStudent(server.pool);
    expect(await read(other, token)).toMatchObject({ error: 'Not Found' });
    expect((await stop(other)).statusCode).toBe(404);
    const admin = await makeAdmin(server.pool);
    expect(await read(admin, token)).toMatchObject({ status: { id: 2 }, phase: 'running' });
    expect((await stop(student)).statusCode).toBe(200);
    await ends(terminal);
    expect(await read(student, token)).toMatchObject({ message: 'Stopped', stdout: 'go\n' });
  });

  test('counts with all other runs of a student', async () => {
    const busy = await makeStudent(server.pool);
    const first = await start(busy, WAITS);
    const second = await start(busy, WAITS);
    await Promise.all([sees(first, 'go'), sees(second, 'go')]);
    const third = await start(busy, WAITS);
    await ends(third);
    expect(third.lastEvent).toEqual({
      event: 'refused',
      status: 429,
      reason:
        'You can run at most 2 programs at a time. Wait until one ends or stop one, then try again in 1 second.',
    });
    const ordinary = await server.app.inject({
      method: 'POST',
      url: '/judge0/submissions',
      headers: busy.headers,
      payload: { source_code: 'print(1)', language_id: PYTHON },
    });
    expect(ordinary.statusCode).toBe(429);
    const other = await start(await makeStudent(server.pool), 'print("free")');
    await sees(other, 'free');
    first.close();
    second.close();
  });

  test('ends when its page is closed, and keeps what it printed', async () => {
    await vi.waitUntil(async () => (await countLiveRuns()) === 0, wait);
    const terminal = await start(student, WAITS);
    await sees(terminal, 'go');
    expect(await countLiveRuns()).toBe(1);
    terminal.close();
    // The resource limits would produce a different status.
    await expect
      .poll(() => read(student, terminal.runToken), wait)
      .toMatchObject({ message: 'Stopped', stdout: 'go\n', memory: expect.any(Number) });
  });

  test('that does not compile shows what the compiler said', async () => {
    const terminal = await start(student, 'int main( {', 50);
    await ends(terminal);
    const run = await read(student, terminal.runToken);
    expect(run).toMatchObject({ status: { id: 6 }, stdout: null });
    expect(run.compile_output).toContain('error');
  });

  test('whose runner dies is told so, and the next one goes to another runner', async () => {
    const terminal = await start(student, WAITS);
    await sees(terminal, 'go');
    const counts = await Promise.all(runners.map(liveRunsOf));
    expect(await countLiveRuns()).toBe(1);
    const [holder] = runners.splice(counts.indexOf(1), 1);
    await holder?.kill();
    await ends(terminal);
    expect(await read(student, terminal.runToken)).toMatchObject({
      status: { id: 13 },
      message: 'The program was interrupted by a technical fault. Start it again.',
    });
    const next = await start(student, 'print("elsewhere")');
    await sees(next, 'elsewhere');
    await ends(next);
  });

  test('ends with its server: gracefully, and after a crash by another one', async () => {
    const other = await makeSecondServer(server, { runners: addresses });
    await other.app.listen({ port: 0, host: '127.0.0.1' });
    const terminal = await openTerminal(other.app);
    terminal.start({ token: student.token, languageId: PYTHON, source: WAITS });
    const silent = await openTerminal(other.app);
    await sees(terminal, 'go');
    await other.close();
    await Promise.all([ends(terminal), ends(silent)]);
    expect(await read(student, terminal.runToken)).toMatchObject({ message: 'Stopped' });

    const lost = {
      ...asLive(planProgram(plainProgram(PYTHON, WAITS), null)),
      token: randomUUID(),
      owner: student.id,
      priority: 0,
      driver: 'server-that-crashed',
    };
    await inTransaction(server.pool, (db) => insertLiveRun(db, lost));
    const third = await makeSecondServer(server, { runners: addresses, isOnlyServer: true });
    expect(await read(student, lost.token)).toMatchObject({
      status: { id: 13 },
      message: 'The program ended because the server was restarted. Start it again.',
    });
    await third.close();
  });
});
