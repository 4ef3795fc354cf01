import { strToU8, zipSync } from 'fflate';
import type { Execution } from '@vlabs/contract/runs/runner';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MadePerson, makeStudent } from '../../testing/acts/make.ts';
import { ScriptedRunner } from '../../testing/peers/scripted-runner.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';

const KEY = 'k'.repeat(32);
const base64 = (text: string) => Buffer.from(text).toString('base64');

const runner = new ScriptedRunner();
/** A second V-labs acts as the hosted Judge0. */
let hosted: TestApp;
let hostedUrl: string;
const received: Record<string, unknown>[] = [];
async function remember(request: { headers: Record<string, unknown> }): Promise<void> {
  received.push(request.headers);
}
let server: TestApp;
let student: MadePerson;

beforeAll(async () => {
  await runner.start();
  hosted = await makeTestApp({
    runners: () => [runner.address],
    environment: { VLABS_SERVICE_TOKENS: `other:${KEY}` },
    onRoute: (route) => {
      route.onRequest = [route.onRequest ?? [], remember].flat();
    },
  });
  hostedUrl = `${await hosted.app.listen({ port: 0, host: '127.0.0.1' })}/judge0`;
  server = await makeTestApp({
    environment: {
      VLABS_JUDGE0_URL: hostedUrl,
      VLABS_JUDGE0_KEY: KEY,
      VLABS_JUDGE0_HOST: 'judge0.example.edu',
    },
  });
});
afterAll(async () => {
  await server.close();
  await hosted.close();
  await runner.stop();
});
beforeEach(async () => {
  runner.orders.length = 0;
  runner.script = ({ finish }) => finish();
  student = await makeStudent(server.pool);
});

async function post(payload: object, on = server, headers = student.headers) {
  const url = '/judge0/submissions?wait=true&fields=*';
  return (await on.app.inject({ method: 'POST', url, headers, payload })).json();
}
const ends = (execution: Partial<Execution>) => {
  runner.script = ({ finish }) => finish(execution);
};
const PROGRAM = { source_code: 'print(1)', language_id: 71 };

test('a run goes to the hosted one with the key and host, and comes back as it was there', async () => {
  ends({ stdoutBase64: base64('hello\n'), cpuTimeMs: 12, wallTimeMs: 20, memoryKb: 900 });
  const run = await post({ ...PROGRAM, stdin: 'in', number_of_runs: 2, cpu_time_limit: 1.5 });
  expect(run).toMatchObject({
    stdout: 'hello\n',
    time: '0.012',
    wall_time: '0.02',
    memory: 900,
    exit_code: 0,
    status: { id: 3, description: 'Accepted' },
    verdict: 'accepted',
    language: { id: 71, name: 'Python (1)' },
  });
  expect(runner.orders).toMatchObject([
    { inputs: [{ stdinBase64: base64('in') }], timesEach: 2, limits: { cpuTimeMs: 1500 } },
  ]);
  expect(received.at(-1)).toMatchObject({
    'x-rapidapi-key': KEY,
    'x-rapidapi-host': 'judge0.example.edu',
  });
});

test.each<[string, Partial<Execution>, number]>([
  ['wrong_answer', { verdict: 'wrong_answer' }, 4],
  ['time_limit', { verdict: 'time_limit', message: 'Time limit exceeded' }, 5],
  ['runtime_error', { verdict: 'runtime_error', exitSignal: 11, exitCode: null }, 7],
  ['runtime_error', { verdict: 'runtime_error', exitCode: 3 }, 11],
  [
    'memory_limit',
    { verdict: 'memory_limit', exitSignal: 9, message: 'Memory limit exceeded' },
    12,
  ],
  ['output_limit', { verdict: 'output_limit', message: 'Output limit exceeded' }, 8],
])('%s keeps its status, and has our verdict', async (verdict, execution, id) => {
  ends(execution);
  const run = await post(PROGRAM);
  expect(run).toMatchObject({ verdict, message: execution.message ?? null, status: { id } });
  expect(run.exit_signal).toBe(execution.exitSignal ?? null);
});

test('a compile error has the words of the compiler', async () => {
  runner.script = ({ end }) => end({ compileOutputBase64: base64('main.c:1:1: error: no') });
  expect(await post({ source_code: 'x', language_id: 50 })).toMatchObject({
    status: { id: 6 },
    verdict: 'compile_error',
    compile_output: 'main.c:1:1: error: no',
    diagnostics: [{ line: 1, column: 1, severity: 'error', text: 'no' }],
  });
});

test('several inputs become several submissions there, and one run here', async () => {
  runner.script = ({ order, finish }) =>
    finish({ stdoutBase64: order.inputs[0]?.stdinBase64 ?? '' });
  const run = await post({ ...PROGRAM, inputs: [{ name: 'a', stdin: '1' }, { stdin: '2' }] });
  expect(run.results).toMatchObject([
    { name: 'a', stdout: '1', status: { id: 3 } },
    { name: null, stdout: '2', status: { id: 3 } },
  ]);
  expect(runner.orders).toHaveLength(2);
});

test('further files are sent with the program', async () => {
  const archive = zipSync({ 'lib/names.py': strToU8('x = 1') });
  const source_code = 'import lib.names';
  const additional_files = Buffer.from(archive).toString('base64');
  await post({ ...PROGRAM, source_code, additional_files });
  expect(runner.orders).toMatchObject([
    { files: [{ path: 'lib/names.py', contentBase64: base64('x = 1') }] },
  ]);
});

test('an output is compared here by a rule that it does not know', async () => {
  runner.script = ({ finish }) => finish({ stdoutBase64: base64('1\n2') });
  const rule = { expected_output: '1 2', comparison: 'ignoring-space' };
  const run = await post({ ...PROGRAM, inputs: [rule, { ...rule, comparison: 'exact' }] });
  expect(run.results).toMatchObject([{ verdict: 'accepted' }, { verdict: 'wrong_answer' }]);
  const sent = runner.orders.flatMap(({ inputs }) => inputs);
  expect(sent.map(({ expectedOutputBase64 }) => expectedOutputBase64)).toEqual([null, null]);
});

test('its languages are ours, and it is asked whether programs can be run', async () => {
  const { headers } = student;
  const ask = async (url: string) => (await server.app.inject({ url, headers })).json();
  expect(await ask('/judge0/languages/71')).toMatchObject({ name: 'Python (1)', run_cmd: 'b' });
  expect((await ask('/api/v1/runs/availability')).data).toEqual({ available: true, reason: null });
});

test('a key that it does not take ends a run at once, and makes execution unavailable', async () => {
  const environment = { VLABS_JUDGE0_URL: hostedUrl, VLABS_JUDGE0_KEY: 'wrong' };
  const other = await makeTestApp({ environment });
  const { headers } = await makeStudent(other.pool);
  const message = 'The hosted Judge0 rejected this installation’s key.';
  expect(await post(PROGRAM, other, headers)).toMatchObject({ status: { id: 13 }, message });
  const url = '/api/v1/runs/availability';
  expect((await other.app.inject({ url, headers })).json().data).toEqual({
    available: false,
    reason: message,
  });
  await other.close();
});
