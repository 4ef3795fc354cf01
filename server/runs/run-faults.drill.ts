import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { addJob } from '../platform/jobs/jobs.ts';
import { type MadePerson, makeStudent } from '../testing/acts/make.ts';
import { endConnectionsNamed } from '../testing/database/connections.queries.ts';
import { endLeaseOfDriver, makeLeasesSteady } from '../testing/database/leases.queries.ts';
import { ScriptedRunner, type ScriptedWork } from '../testing/peers/scripted-runner.ts';
import { startServerProcess } from '../testing/server-process.ts';
import {
  type TestApp,
  type TestServer,
  makeSecondServer,
  makeTestApp,
} from '../testing/test-app.ts';
import { plainProgram, planProgram } from './store/run.ts';
import { insertRun, requeueRun, runJob } from './store/runs.queries.ts';

const PROGRAM = { source_code: 'print(1)', language_id: 71 };

let runner: ScriptedRunner;
let runners: ScriptedRunner[];
let server: TestApp;
let student: MadePerson;

beforeAll(async () => {
  server = await makeTestApp({ runners: () => runners.map(({ address }) => address) });
});
afterAll(() => server.close());
beforeEach(async () => {
  runner = new ScriptedRunner();
  await runner.start();
  runners = [runner];
  student = await makeStudent(server.pool);
});
afterEach(() => Promise.all(runners.map((each) => each.stop())));

function post(query = '', on: TestServer = server, payload: object = PROGRAM) {
  const url = `/judge0/submissions${query}`;
  return on.app.inject({ method: 'POST', url, headers: student.headers, payload });
}
async function readRun(token: string, query = '', on: TestServer = server) {
  const url = `/judge0/submissions/${token}${query}`;
  return (await on.app.inject({ method: 'GET', url, headers: student.headers })).json();
}
const stop = (token: string, on: TestServer = server) =>
  on.app.inject({ method: 'POST', url: `/api/v1/runs/${token}/stop`, headers: student.headers });

/** Holds every order and yields each one when it arrives. */
function holdAll(held: ScriptedRunner) {
  const arrivals: ScriptedWork[] = [];
  let wake: (() => void) | null = null;
  held.script = (work) => {
    work.say({ event: 'running' });
    arrivals.push(work);
    wake?.();
  };
  return async function next(): Promise<ScriptedWork> {
    const arrived = arrivals.shift();
    if (arrived) return arrived;
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    await promise;
    return next();
  };
}

test('a run whose runner dies in the middle is run again and answered', async () => {
  runner.script = ({ say, die, finish }) => {
    if (runner.orders.length > 1) return finish();
    say({ event: 'compiling' });
    return die();
  };
  const run = (await post('?wait=true')).json();
  expect(run.status).toEqual({ id: 3, description: 'Accepted' });
  expect(runner.orders).toHaveLength(2);
});

test('a runner that is gone is made up for by another one', async () => {
  const other = new ScriptedRunner();
  await other.start();
  runners.push(other);
  runner.script = ({ die }) => die();
  const [one, two] = await Promise.all([post('?wait=true'), post('?wait=true')]);
  expect([one.json().status.id, two.json().status.id]).toEqual([3, 3]);
  expect(other.orders.length).toBe(2);
});

test('a run waits for a runner that is restarted at another address', async () => {
  await runner.stop();
  const waited = post('?wait=true');
  const renewed = new ScriptedRunner();
  await renewed.start();
  runners.push(renewed);
  expect((await waited).json().status.id).toBe(3);
});

test.each([
  ['text that is no JSON', 'hello\n'],
  ['an event that the contract lacks', '{"event":"exploded"}\n'],
  ['a result cut in the middle', '{"event":"finished","outcome":{"verd'],
])('%s from a runner is no result', async (_name, text) => {
  runner.script = ({ sayRaw, die, finish }) => {
    if (runner.orders.length > 1) return finish({ exitCode: 0 });
    sayRaw(text);
    return die();
  };
  expect((await post('?wait=true')).json().status.id).toBe(3);
  expect(runner.orders).toHaveLength(2);
});

test('a runner whose queue is full is asked again until it has room', async () => {
  runner.script = ({ refuse, finish }) => (runner.orders.length > 1 ? finish() : refuse(503));
  expect((await post('?wait=true')).json().status.id).toBe(3);
});

test('a run that no runner will take ends with an internal error', async () => {
  runner.script = ({ refuse }) => refuse(400);
  expect((await post('?wait=true')).json()).toMatchObject({
    status: { id: 13, description: 'Internal Error' },
    verdict: 'internal_error',
    message: 'The runner rejected this program.',
  });
  expect(runner.orders).toHaveLength(1);
});

test('a run that no runner answered for half a minute ends: execution is unavailable', async () => {
  await runner.stop();
  const token = randomUUID();
  const asked = planProgram(plainProgram(71, 'print(1)'), null);
  const driver = 'a server of long ago';
  const added = { ...asked, token, owner: student.id, priority: 0, driver };
  await insertRun(server.pool, added);
  await requeueRun(server.pool, { token, server: driver, tries: 8 });
  await addJob(server.pool, runJob(added, 0));
  const run = await readRun(token, '?wait=true');
  expect(run.status).toEqual({ id: 13, description: 'Internal Error' });
  expect(run.message).toMatch(/^Programs can’t be run right now\./);
});

test('a runner that cannot confine programs makes execution unavailable, and says why', async () => {
  runner.status = { ready: false, reason: 'The memory control group is not writable.' };
  const url = '/api/v1/runs/availability';
  const reply = await server.app.inject({ url, headers: student.headers });
  expect(reply.json()).toEqual({
    success: true,
    data: {
      available: false,
      reason: 'No runner is ready. The memory control group is not writable.',
    },
  });
});

test('a run that is stopped ends at once, and its program is ended', async () => {
  const next = holdAll(runner);
  const { token } = (await post()).json();
  const work = await next();
  const waited = readRun(token, '?wait=true');
  expect((await stop(token)).json()).toMatchObject({ success: true });
  expect(await waited).toMatchObject({
    status: { id: 12, description: 'Runtime Error (Other)' },
    message: 'Stopped',
    phase: 'finished',
  });
  await work.gone;
  expect((await stop(token)).statusCode).toBe(200);
});

test('a run that is stopped keeps what it has printed, and the inputs that ended before', async () => {
  runner.script = async ({ say, end, stopped }) => {
    say({ event: 'running' });
    await stopped;
    const ended = { exitCode: 0, exitSignal: null, message: null, cpuTimeMs: 1, wallTimeMs: 2 };
    const first = { ...ended, verdict: 'wrong_answer', memoryKb: 9, stderrBase64: '' } as const;
    const killed = { verdict: 'runtime_error', message: 'Stopped', exitSignal: 9 } as const;
    end({
      executions: [
        { ...first, stdoutBase64: btoa('first') },
        { ...first, ...killed, stdoutBase64: btoa('so far') },
      ],
    });
  };
  const inputs = [{ name: 'a', stdin: '1' }, { name: 'b' }, { name: 'c' }];
  const { token } = (await post('', server, { ...PROGRAM, inputs })).json();
  while ((await readRun(token)).phase !== 'running');
  await stop(token);
  expect(await readRun(token)).toMatchObject({
    status: { id: 12 },
    verdict: 'runtime_error',
    message: 'Stopped',
    stdout: 'so far',
    results: [
      { name: 'a', stdout: 'first', verdict: 'wrong_answer' },
      { name: 'b', stdout: 'so far', message: 'Stopped' },
    ],
  });
});

test('a run that is stopped while no runner has it ends without output', async () => {
  await runner.stop();
  const { token } = (await post()).json();
  expect((await stop(token)).statusCode).toBe(200);
  expect(await readRun(token)).toMatchObject({ message: 'Stopped', stdout: null });
});

test('a run is stopped, shown and waited for on another server than the one that has it run', async () => {
  const second = await makeSecondServer(server, { runners: () => [] });
  const next = holdAll(runner);
  const { token } = (await post()).json();
  const work = await next();
  expect(await readRun(token, '', second)).toMatchObject({ status: { id: 2 }, phase: 'running' });
  const waitedOnFirst = readRun(token, '?wait=true');
  const waitedOnSecond = readRun(token, '?wait=true', second);
  await stop(token, second);
  await work.gone;
  expect((await waitedOnFirst).message).toBe('Stopped');
  expect((await waitedOnSecond).message).toBe('Stopped');
  await second.close();
});

test('a result that comes after the run has ended changes nothing', async () => {
  const next = holdAll(runner);
  const { token } = (await post()).json();
  const work = await next();
  await stop(token);
  work.finish({ stdoutBase64: 'bGF0ZQ==' });
  expect(await readRun(token)).toMatchObject({ message: 'Stopped', stdout: null });
});

test('a server that stops hands its runs over', async () => {
  const second = await makeSecondServer(server, { runners: () => [runner.address] });
  const next = holdAll(runner);
  const { token } = (await post('', second)).json();
  const work = await next();
  await second.close();
  await work.gone;
  (await next()).finish();
  expect((await readRun(token, '?wait=true')).status.id).toBe(3);
});

/** Starts a server in its own process and gives it a run. */
async function startWithRun() {
  const { url, child } = await startServerProcess({
    DATABASE_URL: server.databaseUrl,
    VLABS_DATA: server.dataFolder,
    VLABS_RUNNER_URL: runner.address.url,
    VLABS_RUNNER_TOKEN: runner.address.token,
  });
  const made = await fetch(`${url}/judge0/submissions`, {
    method: 'POST',
    headers: { ...student.headers, 'content-type': 'application/json' },
    body: JSON.stringify(PROGRAM),
  });
  expect(made.status).toBe(201);
  const { token } = z.object({ token: z.string() }).parse(await made.json());
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { child, token, kill };
}

test('a run of a server that was killed is run by another one', async () => {
  const next = holdAll(runner);
  const killed = await startWithRun();
  const work = await next();
  await killed.kill();
  await work.gone;
  await makeLeasesSteady(server.pool);
  await endLeaseOfDriver(server.pool, killed.token);
  (await next()).finish();
  expect((await readRun(killed.token, '?wait=true')).status.id).toBe(3);
});

test('after a failover a server that is slow to come back keeps its runs, even if another one returns first', async () => {
  const next = holdAll(runner);
  const slow = await startWithRun();
  const work = await next();
  slow.child.kill('SIGSTOP');
  // What a failover does to all connections, including those that show which server lives.
  for (const name of ['vlabs lease', 'vlabs worker guard']) {
    await endConnectionsNamed(server.pool, name);
  }
  const first = await makeSecondServer(server, { runners: () => [runner.address] });
  expect((await readRun(slow.token)).status.id).toBe(2);
  slow.child.kill('SIGCONT');
  work.finish();
  expect((await readRun(slow.token, '?wait=true')).status.id).toBe(3);
  expect(runner.orders.length).toBe(1);
  await first.close();
  await slow.kill();
});
