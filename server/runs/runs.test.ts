import { randomUUID } from 'node:crypto';
import type { Execution } from '@vlabs/contract/runs/runner';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { ScriptedRunner } from '../testing/peers/scripted-runner.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';

const SERVICE_TOKEN = 's'.repeat(32);
const OTHER_SERVICE_TOKEN = 't'.repeat(32);
const PROGRAM = { source_code: 'int main(){}', language_id: 54 };
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');

const runner = new ScriptedRunner();
let server: TestApp;
let student: MadePerson;

beforeAll(async () => {
  await runner.start();
  server = await makeTestApp({
    runners: () => [runner.address],
    environment: {
      VLABS_SERVICE_TOKENS: `grader:${SERVICE_TOKEN},other:${OTHER_SERVICE_TOKEN}`,
    },
  });
});
afterAll(async () => {
  await server.close();
  await runner.stop();
});
beforeEach(async () => {
  runner.orders.length = 0;
  runner.script = ({ finish }) => finish();
  student = await makeStudent(server.pool);
});

const service = { 'x-auth-token': SERVICE_TOKEN };

function post(payload: object, query = '', headers: Record<string, string> = student.headers) {
  return server.app.inject({
    method: 'POST',
    url: `/judge0/submissions${query}`,
    headers,
    payload,
  });
}
function get(path: string, headers: Record<string, string> = student.headers) {
  return server.app.inject({ method: 'GET', url: `/judge0/${path}`, headers });
}
const ends = (outcome: Partial<Execution>) => {
  runner.script = ({ finish }) => finish(outcome);
};

describe('a run', () => {
  test('is answered with a token at once, and with its result when it is waited for', async () => {
    ends({ stdoutBase64: base64('hello\n'), cpuTimeMs: 12.4, wallTimeMs: 20, memoryKb: 900 });
    const made = await post({ ...PROGRAM, stdin: 'in' });
    expect(made.statusCode).toBe(201);
    const { token } = made.json();
    expect(made.json()).toEqual({ token: expect.stringMatching(/^[0-9a-f-]{36}$/) });

    const ended = await get(`submissions/${token}?wait=true`);
    expect(ended.statusCode).toBe(200);
    expect(ended.headers['cache-control']).toBe('no-store');
    expect(ended.json()).toEqual({
      token,
      stdout: 'hello\n',
      stderr: null,
      compile_output: null,
      message: null,
      time: '0.012',
      memory: 900,
      status: { id: 3, description: 'Accepted' },
      verdict: 'accepted',
      phase: 'finished',
      queue_place: null,
      diagnostics: [],
      results: null,
      output_files: null,
    });
    expect(runner.orders).toMatchObject([
      {
        language: 'cpp',
        sourceBase64: base64('int main(){}'),
        inputs: [{ stdinBase64: base64('in'), expectedOutputBase64: null }],
      },
    ]);
  });

  test('travels in base64 both ways when that is asked for, in lines of 60', async () => {
    const bytes = Buffer.from([0xff, 0xfe, ...Buffer.alloc(60, 'a')]);
    ends({ stdoutBase64: base64(bytes) });
    const reply = await post(
      { ...PROGRAM, source_code: base64('ü\0'), expected_output: base64('x') },
      '?base64_encoded=true&wait=true&fields=stdout,source_code,expected_output,message',
    );
    expect(reply.statusCode).toBe(201);
    const encoded = base64(bytes);
    expect(reply.json()).toEqual({
      stdout: `${encoded.slice(0, 60)}\n${encoded.slice(60)}\n`,
      source_code: `${base64('ü\0')}\n`,
      expected_output: 'eA==\n',
      message: null,
    });
    expect(runner.orders[0]?.inputs[0]?.expectedOutputBase64).toBe(base64('x'));
  });

  test('with output that is not UTF-8 is refused as text, and named if it was awaited', async () => {
    ends({ stdoutBase64: base64(Buffer.from([0xff])) });
    const made = await post(PROGRAM, '?wait=true');
    expect(made.statusCode).toBe(201);
    expect(made.json()).toEqual({
      error:
        'some attributes for this submission cannot be converted to UTF-8, use base64_encoded=true query parameter',
      token: expect.any(String),
    });
    const read = await get(`submissions/${made.json().token}`);
    expect(read.statusCode).toBe(400);
    expect(read.json()).toEqual({ error: made.json().error });
    const encoded = await get(`submissions/${made.json().token}?base64_encoded=true`);
    expect(encoded.json().stdout).toBe('/w==\n');
  });

  test('shows every field in its format when all are asked for', async () => {
    ends({ exitCode: 0 });
    const reply = await post(
      { ...PROGRAM, language_id: '52', cpu_time_limit: 2.5 },
      '?wait=true&fields=*',
    );
    expect(reply.json()).toMatchObject({
      language_id: 52,
      language: { id: 52, name: 'C++ (GCC 1)' },
      status_id: 3,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      finished_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      number_of_runs: 1,
      cpu_time_limit: '2.5',
      cpu_extra_time: '1.0',
      wall_time_limit: '10.0',
      wall_time: '0.002',
      memory_limit: 128_000,
      stack_limit: 64_000,
      max_processes_and_or_threads: 60,
      enable_per_process_and_thread_time_limit: false,
      enable_per_process_and_thread_memory_limit: false,
      max_file_size: 1024,
      redirect_stderr_to_stdout: false,
      enable_network: false,
      compiler_options: null,
      command_line_arguments: null,
      callback_url: null,
      additional_files: null,
      collect_files: false,
      output_files: null,
      exit_code: 0,
      exit_signal: null,
    });
    expect(Object.keys(reply.json())).toHaveLength(35 + 9);
  });

  test('asks the runner to run it as often as it was asked itself', async () => {
    await post({ ...PROGRAM, number_of_runs: 3 }, '?wait=true');
    expect(runner.orders).toMatchObject([{ timesEach: 3 }]);
  });

  test('that does not compile shows what the compiler said, and nothing of a program', async () => {
    runner.script = ({ end }) =>
      end({ compileOutputBase64: base64('main.cpp:1:5: error: no'), compileFailure: null });
    expect((await post(PROGRAM, '?wait=true')).json()).toMatchObject({
      status: { id: 6, description: 'Compilation Error' },
      verdict: 'compile_error',
      compile_output: 'main.cpp:1:5: error: no',
      diagnostics: [{ line: 1, column: 5, severity: 'error', text: 'no' }],
      time: null,
      stdout: null,
    });
  });

  test('belongs to its owner: others do not find it, an admin does', async () => {
    const { token } = (await post(PROGRAM, '?wait=true')).json();
    const other = await makeStudent(server.pool);
    const admin = await makeAdmin(server.pool);
    expect((await get(`submissions/${token}`, other.headers)).statusCode).toBe(404);
    expect((await get(`submissions/${token}`, service)).statusCode).toBe(404);
    expect((await get(`submissions/${token}`, admin.headers)).statusCode).toBe(200);

    const ofService = (await post(PROGRAM, '?wait=true', service)).json().token;
    expect((await get(`submissions/${ofService}`, service)).statusCode).toBe(200);
    const otherService = { 'x-rapidapi-key': OTHER_SERVICE_TOKEN };
    expect((await get(`submissions/${ofService}`, otherService)).statusCode).toBe(404);
  });
});

async function countPastRuns(query: string): Promise<number> {
  const reply = await server.app.inject({ url: `/api/v1/runs${query}`, headers: student.headers });
  return reply.json().data.length;
}

test('past runs are listed by the assignment that they were made for', async () => {
  await post({ ...PROGRAM, assignment: 'lab-1' });
  await post(PROGRAM);
  expect(await countPastRuns('?assignment=lab-1')).toBe(1);
  expect(await countPastRuns('?assignment=')).toBe(1);
  expect(await countPastRuns('?assignment=lab-2')).toBe(0);
  expect(await countPastRuns('')).toBe(2);
  const refused = await post({ ...PROGRAM, assignment: '../etc' });
  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toMatchObject({ assignment: ['is not known'] });
});

describe('refusals have the form that Judge0 gives them', () => {
  test('nobody is answered with 401 and an empty body', async () => {
    for (const headers of [{}, { 'x-auth-token': 'x' }, { authorization: 'y'.repeat(43) }]) {
      const reply = await post(PROGRAM, '', headers);
      expect([reply.statusCode, reply.body]).toEqual([401, '']);
    }
  });

  test('a run or an address that is not known is 404, with a body for those who ask for JSON', async () => {
    for (const path of [`submissions/${randomUUID()}`, 'submissions/no-token', 'nothing/here']) {
      expect([(await get(path)).statusCode, (await get(path)).body]).toEqual([404, '']);
      const json = await get(path, { ...student.headers, accept: 'application/json' });
      expect(json.json()).toEqual({ status: 404, error: 'Not Found' });
    }
  });

  test('malformed JSON is 400', async () => {
    const headers = { ...student.headers, 'content-type': 'application/json', accept: '*/json' };
    const url = '/judge0/submissions';
    const reply = await server.app.inject({ method: 'POST', url, headers, payload: '{' });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ status: 400, error: 'Bad Request' });
  });

  test('an input that is empty stays a text, an output that is empty is none', async () => {
    const reply = await post({ ...PROGRAM, stdin: '' }, '?wait=true&fields=stdin,stdout');
    expect(reply.json()).toEqual({ stdin: '', stdout: null });
  });

  test('unknown fields are named', async () => {
    const reply = await post(PROGRAM, '?fields=stdout,foo,bar');
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      { error: 'invalid fields: [foo, bar]' },
    ]);
  });

  test('a request without input names both faults', async () => {
    const reply = await post({});
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toEqual({
      source_code: ["can't be blank"],
      language_id: ["can't be blank", "language with id  doesn't exist"],
    });
  });
});

describe('statuses', () => {
  const rows: [string, Partial<Execution>, number, string][] = [
    ['accepted', {}, 3, 'Accepted'],
    ['wrong answer', { verdict: 'wrong_answer' }, 4, 'Wrong Answer'],
    ['time limit', { verdict: 'time_limit', exitSignal: 9 }, 5, 'Time Limit Exceeded'],
    [
      'segmentation fault',
      { verdict: 'runtime_error', exitSignal: 11 },
      7,
      'Runtime Error (SIGSEGV)',
    ],
    ['file too large', { verdict: 'runtime_error', exitSignal: 25 }, 8, 'Runtime Error (SIGXFSZ)'],
    ['division by zero', { verdict: 'runtime_error', exitSignal: 8 }, 9, 'Runtime Error (SIGFPE)'],
    ['abort', { verdict: 'runtime_error', exitSignal: 6 }, 10, 'Runtime Error (SIGABRT)'],
    ['exit code', { verdict: 'runtime_error', exitCode: 1 }, 11, 'Runtime Error (NZEC)'],
    ['other signal', { verdict: 'runtime_error', exitSignal: 15 }, 12, 'Runtime Error (Other)'],
    ['memory, by exit', { verdict: 'memory_limit', exitCode: 1 }, 11, 'Runtime Error (NZEC)'],
    ['memory, by signal', { verdict: 'memory_limit', exitSignal: 9 }, 12, 'Runtime Error (Other)'],
    ['output', { verdict: 'output_limit', exitSignal: 25 }, 8, 'Runtime Error (SIGXFSZ)'],
    ['failure of ours', { verdict: 'internal_error' }, 13, 'Internal Error'],
  ];
  test.each(rows)('%s', async (_name, outcome, id, description) => {
    ends(outcome);
    const reply = await post(PROGRAM, '?wait=true&fields=status,verdict', service);
    expect(reply.json()).toEqual({
      status: { id, description },
      verdict: outcome.verdict ?? 'accepted',
    });
  });

  test('are fourteen, and the languages those of the runner, by name', async () => {
    expect((await get('statuses')).json()).toHaveLength(14);
    expect((await get('languages')).json()).toEqual([
      { id: 50, name: 'C (GCC 1)' },
      { id: 54, name: 'C++ (GCC 1)' },
      { id: 62, name: 'Java (OpenJDK 1)' },
      { id: 71, name: 'Python (1)' },
    ]);
  });
});
