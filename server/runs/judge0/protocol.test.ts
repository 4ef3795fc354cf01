import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useSharedRunner } from '../../testing/peers/real-runner.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';

/*
 * Malformed and malicious requests with their exact replies: a 4xx in Judge0's wording, or the
 * verdict of a real program in a real sandbox.
 */

const KEY = 'p'.repeat(32);
const headers = { 'x-auth-token': KEY, accept: 'application/json' };
const runner = await useSharedRunner();
const { refusal } = runner;
if (refusal !== null) console.warn(`Tests with real programs are skipped: ${refusal}`);
let server: TestApp;

beforeAll(async () => {
  const environment = { VLABS_SERVICE_TOKENS: `prober:${KEY}` };
  server = await makeTestApp({ runners: () => [runner.address], environment });
});
afterAll(async () => {
  await server.close();
  await runner.stop();
});

/** Sends the body unchanged, so that it can be what no serializer produces. */
async function send(body: string, query = '', type = 'application/json') {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/judge0/submissions${query}`,
    headers: { ...headers, 'content-type': type },
    payload: body,
  });
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() };
}

const noLanguage = (id: string) => ({ language_id: [`language with id ${id} doesn't exist`] });
const javaOf = (name: string) =>
  `public class ${name} { public static void main(String[] a) { System.out.print("hi"); } }`;

const LIMITS: [name: string, min: string | null, max: string][] = [
  ['cpu_time_limit', 'greater than or equal to 0', '15.0'],
  ['cpu_extra_time', 'greater than or equal to 0', '5.0'],
  ['wall_time_limit', 'greater than or equal to 1', '20.0'],
  ['memory_limit', 'greater than or equal to 2048', '512000'],
  ['stack_limit', 'greater than or equal to 0', '128000'],
  ['max_processes_and_or_threads', 'greater than 0', '120'],
  ['max_file_size', 'greater than or equal to 0', '4096'],
  ['number_of_runs', 'greater than 0', '20'],
];
const NOT_A_NUMBER = 'is not a number';

describe('a limit that is none is refused in Judge0’s words', () => {
  const rows = LIMITS.flatMap(([name, min, max]) => {
    const tooMuch = `must be less than or equal to ${max}`;
    const values: [written: string, error: string][] = [
      ['-1', `must be ${min}`],
      ['-1e309', `must be ${min}`],
      ['1e309', tooMuch],
      ['"1e309"', tooMuch],
      ['99999999999999999999', tooMuch],
      ['"NaN"', NOT_A_NUMBER],
      ['"Infinity"', NOT_A_NUMBER],
      ['"0x10"', NOT_A_NUMBER],
      ['"5; touch x"', NOT_A_NUMBER],
      ['"5\\n6"', NOT_A_NUMBER],
      ['[5]', NOT_A_NUMBER],
      ['{}', NOT_A_NUMBER],
      ['true', NOT_A_NUMBER],
    ];
    return values.map(([written, error]) => [name, written, error] as const);
  });
  test.each(rows)('%s: %s', async (name, written, error) => {
    const body = `{"source_code": "x", "language_id": 71, "${name}": ${written}}`;
    expect(await send(body)).toEqual({ status: 422, body: { [name]: [error] } });
  });

  test('NaN is no JSON', async () => {
    const body = '{"source_code": "x", "language_id": 71, "cpu_time_limit": NaN}';
    expect(await send(body)).toEqual({ status: 400, body: { status: 400, error: 'Bad Request' } });
  });
});

describe('what is of no form that a run has is refused', () => {
  const BLANK = { source_code: ["can't be blank"] };
  const rows: [string, number, unknown][] = [
    ['{"source_code": null, "language_id": 71}', 422, BLANK],
    ['{"source_code": ["x"], "language_id": 71}', 422, { source_code: ['is not a text'] }],
    ['{"source_code": "x", "language_id": 71, "stdin": {}}', 422, { stdin: ['is not a text'] }],
    [
      '{"source_code": "x", "language_id": 71, "expected_output": ["1"]}',
      422,
      { expected_output: ['is not a text'] },
    ],
    [
      '{"source_code": "x", "language_id": 50, "compiler_options": ["-O2"]}',
      422,
      { compiler_options: ['is not a text'] },
    ],
    [
      '{"source_code": "x", "language_id": 71, "inputs": [{"stdin": []}]}',
      422,
      { inputs: ['input 1 has stdin that is not a text'] },
    ],
    ['{"source_code": "x", "language_id": [54]}', 422, noLanguage('0')],
    ['{"source_code": "x", "language_id": 1e309}', 422, noLanguage('0')],
    ['{"source_code": "x", "language_id": -71}', 422, noLanguage('-71')],
    ['{"source_code": "x", "language_id": "71; touch x"}', 201, { token: expect.any(String) }],
    ['[]', 400, { error: expect.any(String) }],
    ['"x"', 400, { error: expect.any(String) }],
    ['null', 400, { error: expect.any(String) }],
    ['{"source_code": "x"', 400, { status: 400, error: 'Bad Request' }],
    ['{"__proto__": {"source_code": "x"}, "language_id": 71}', 400, expect.anything()],
    ['{"source_code": "a\\u0000b", "language_id": 71}', 400, { error: expect.any(String) }],
    [
      '{"source_code": "x", "language_id": 50, "command_line_arguments": "a\\u0000b"}',
      400,
      { error: expect.any(String) },
    ],
    [
      '{"source_code": "x", "language_id": 71, "inputs": [{"name": "a\\u0000b"}]}',
      400,
      { error: expect.any(String) },
    ],
  ];
  test.each(rows)('%s', async (body, status, reply) => {
    expect(await send(body)).toEqual({ status, body: reply });
  });

  test.each(['%2e%2e%2fx', '-1', '%00', '%0a', 'a%20b', 'x'.repeat(5000)])(
    'the token %s is nobody’s run, and such a language is not there',
    async (name) => {
      for (const folder of ['submissions', 'languages']) {
        const reply = await server.app.inject({ url: `/judge0/${folder}/${name}`, headers });
        expect(reply.statusCode).toBeGreaterThanOrEqual(400);
        expect(reply.statusCode).toBeLessThan(500);
      }
    },
  );

  test('a form is read as JSON is, as Judge0 reads it', async () => {
    const form = new URLSearchParams({ source_code: '', language_id: '71', stdin: 'a&b' });
    expect(await send(String(form), '', 'application/x-www-form-urlencoded')).toEqual({
      status: 422,
      body: BLANK,
    });
  });

  test('what no form has is 415', async () => {
    expect((await send('<run/>', '', 'application/xml')).status).toBe(415);
  });
});

describe.skipIf(refusal !== null)('what may be asked for at its edge has an exact verdict', () => {
  const hello = 'int printf(const char*,...);int main(){printf("hi");}';
  const accepted = { status: { id: 3 }, stdout: 'hi' };
  const rows: [string, object, object][] = [
    [
      'no CPU time',
      { language_id: 71, source_code: 'while 1: pass', cpu_time_limit: 0, cpu_extra_time: 0 },
      { status: { id: 5 }, message: 'Time limit exceeded' },
    ],
    ['no stack limit', { language_id: 50, source_code: hello, stack_limit: 0 }, accepted],
    ['no file size', { language_id: 50, source_code: hello, max_file_size: 0 }, accepted],
    [
      'a file where none may be',
      { language_id: 71, source_code: 'with open("f", "w") as f: f.write("x")', max_file_size: 0 },
      { status: { id: 11 } },
    ],
    ['the least memory', { language_id: 50, source_code: hello, memory_limit: 2048 }, accepted],
    [
      'one process',
      { language_id: 71, source_code: 'import os; os.fork()', max_processes_and_or_threads: 1 },
      { status: { id: 11 } },
    ],
    [
      'options with a path upwards',
      { language_id: 50, source_code: hello, compiler_options: '-o ../../etc/x' },
      { status: { id: 6 } },
    ],
    [
      'options from a file',
      { language_id: 50, source_code: hello, compiler_options: '@/etc/passwd' },
      { status: { id: 6 } },
    ],
    [
      'an option that is none',
      { language_id: 62, source_code: javaOf('Main'), compiler_options: '-nothing' },
      { status: { id: 6 } },
    ],
    [
      'an option of the virtual machine that is none',
      {
        language_id: 62,
        source_code: javaOf('Main'),
        compiler_options: '-J-XX:+NoSuchOption',
      },
      { status: { id: 6 } },
    ],
    [
      'options with the signs of a shell',
      { language_id: 50, source_code: hello, compiler_options: '-O1 `touch x` $(id)' },
      { status: { id: 6 } },
    ],
    [
      'arguments of every kind',
      {
        language_id: 71,
        source_code: 'import sys; print(sys.argv[1:])',
        command_line_arguments: '-x ../y "a b" \\\n; --',
      },
      { status: { id: 3 }, stdout: "['-x', '../y', 'a b', '\\n', '--']\n" },
    ],
    [
      'a class of the longest name',
      { language_id: 62, source_code: javaOf(`A${'b'.repeat(99)}`) },
      accepted,
    ],
    [
      'a class with a path',
      { language_id: 62, source_code: javaOf('../../Main') },
      { status: { id: 6 } },
    ],
    [
      'a class with a minus',
      { language_id: 62, source_code: javaOf('-version') },
      { status: { id: 6 } },
    ],
    [
      'a class with a line end',
      { language_id: 62, source_code: javaOf('Ma\nin') },
      { status: { id: 6 } },
    ],
    ['a class with a dollar', { language_id: 62, source_code: javaOf('$Main') }, accepted],
  ];
  test.each(rows)('%s', async (_name, program, result) => {
    const query = '?wait=true&fields=status,stdout,message,stderr,compile_output';
    const { status, body } = await send(JSON.stringify(program), query);
    expect(status).toBe(201);
    expect(body).toMatchObject(result);
  });

  test.each([
    ['Java', 62, javaOf('Ma\0in'), 6],
    ['C', 50, 'int main(){}\0', 3],
  ])('NUL in a %s program that came as base64', async (_name, language_id, source, status) => {
    const body = JSON.stringify({ language_id, source_code: btoa(source) });
    const query = '?wait=true&base64_encoded=true&fields=status';
    expect(await send(body, query)).toMatchObject({
      status: 201,
      body: { status: { id: status } },
    });
  });
});
