import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type RealRunner, startRealRunner } from '../../testing/peers/real-runner.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';

/* The calls of Judge0's Python client, in its order and with its requirements for each reply. */

const KEY = 'k'.repeat(32);
const headers = {
  'X-Auth-Token': KEY,
  'x-judge0-app': 'Judge0 Python SDK',
  'x-judge0-app-version': '0.0.6',
};

const runner: RealRunner = await startRealRunner();
const { refusal } = runner;
if (refusal !== null) console.warn(`Tests with real programs are skipped: ${refusal}`);
let server: TestApp;

beforeAll(async () => {
  const environment = { VLABS_SERVICE_TOKENS: `sdk:${KEY}` };
  server = await makeTestApp({ runners: () => [runner.address], environment });
});
afterAll(async () => {
  await server.close();
  await runner.stop();
});

async function call(method: 'GET' | 'POST', path: string, payload?: object) {
  const url = `/judge0${path}`;
  const reply = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
  if (reply.statusCode >= 300) throw new Error(`${url}: ${reply.statusCode} ${reply.body}`);
  return reply.json();
}

const encode = (text: string) => Buffer.from(text).toString('base64');
/** Decodes as the client does: line breaks are ignored; any other character must be base64. */
const encoded = z
  .string()
  .transform((text) => text.replaceAll('\n', ''))
  .pipe(z.base64())
  .transform((text) => Buffer.from(text, 'base64').toString('utf8'))
  .nullable();
const date = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/)
  .nullable();
const decimal = z.string().transform(Number).pipe(z.number()).nullable();

const Submission = z.object({
  token: z.uuid(),
  source_code: encoded,
  stdin: encoded,
  expected_output: encoded,
  stdout: encoded,
  stderr: encoded,
  compile_output: encoded,
  message: encoded,
  status: z.object({ id: z.int().min(1).max(14), description: z.string() }),
  created_at: date,
  finished_at: date,
  time: decimal,
  wall_time: decimal,
  memory: z.number().nullable(),
  exit_code: z.int().nullable(),
  exit_signal: z.int().nullable(),
});

async function poll(tokens: string[]) {
  const Read = z.object({ submissions: z.array(Submission) });
  const query = `tokens=${tokens.join(',')}&base64_encoded=true&fields=*`;
  for (;;) {
    const { submissions } = Read.parse(await call('GET', `/submissions/batch?${query}`));
    if (submissions.every(({ status }) => status.id > 2)) return submissions;
  }
}

describe.skipIf(refusal !== null)('with real programs', () => {
  test('one program in each language of its choice is run and polled for', async () => {
    const programs: [number, string][] = [
      [50, '#include <stdio.h>\nint main(){int a;scanf("%d",&a);printf("%d\\n",a*2);}'],
      [52, '#include <iostream>\nint main(){int a;std::cin>>a;std::cout<<a*2<<"\\n";}'],
      [
        62,
        'public class Main{public static void main(String[] x){System.out.println(new java.util.Scanner(System.in).nextInt()*2);}}',
      ],
      [71, 'print(int(input()) * 2)'],
    ];
    const submissions = programs.map(([language_id, source]) => ({
      language_id,
      source_code: encode(source),
      stdin: encode('21'),
      expected_output: encode('42'),
      number_of_runs: null,
      cpu_time_limit: null,
      redirect_stderr_to_stdout: null,
    }));
    const Made = z.array(z.object({ token: z.uuid() }));
    const made = Made.parse(
      await call('POST', '/submissions/batch?base64_encoded=true', { submissions }),
    );
    const ended = await poll(made.map(({ token }) => token));
    expect(ended.map(({ status, stdout }) => [status.id, stdout])).toEqual(
      programs.map(() => [3, '42\n']),
    );
  });
});
