import { afterAll } from 'vitest';
import { z } from 'zod';
import type { RealRunner } from '../../testing/peers/real-runner.ts';
import { setUpServer } from '../../testing/server.setup.ts';

/* The calls of Judge0's Python client, in its order and with its requirements for each reply. */

const KEY = 'k'.repeat(32);
const headers = {
  'X-Auth-Token': KEY,
  'x-judge0-app': 'Judge0 Python SDK',
  'x-judge0-app-version': '0.0.6',
};

export const encode = (text: string) => Buffer.from(text).toString('base64');
/** Decodes as the client does: line breaks are ignored; any other character must be base64. */
export const encoded = z
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

export const Submission = z.object({
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

/** A server whose programs run on this runner, and the client's calls. */
export function setUpClient(runner: Pick<RealRunner, 'address' | 'refusal' | 'stop'>) {
  const { refusal } = runner;
  if (refusal !== null) console.warn(`Tests with real programs are skipped: ${refusal}`);
  afterAll(() => runner.stop());
  const environment = { VLABS_SERVICE_TOKENS: `sdk:${KEY}` };
  const server = setUpServer({ runners: () => [runner.address], environment });

  async function call(method: 'GET' | 'POST', path: string, payload?: object) {
    const url = `/judge0${path}`;
    const reply = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
    if (reply.statusCode >= 300) throw new Error(`${url}: ${reply.statusCode} ${reply.body}`);
    return reply.json();
  }

  async function poll(tokens: string[]) {
    const Read = z.object({ submissions: z.array(Submission) });
    const query = `tokens=${tokens.join(',')}&base64_encoded=true&fields=*`;
    for (;;) {
      const { submissions } = Read.parse(await call('GET', `/submissions/batch?${query}`));
      if (submissions.every(({ status }) => status.id > 2)) return submissions;
    }
  }

  return { refusal, call, poll };
}
