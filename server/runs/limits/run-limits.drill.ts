import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { ScriptedRunner } from '../../testing/peers/scripted-runner.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';

const SERVICE_TOKEN = 's'.repeat(32);
const service = { 'x-rapidapi-key': SERVICE_TOKEN };
const PROGRAM = { source_code: 'print(1)', language_id: 71 };

const runner = new ScriptedRunner();
let server: TestApp;
let student: MadePerson;
/** Lets all held and later programs end. */
let letGo: () => void;

beforeAll(async () => {
  await runner.start();
  const environment = { VLABS_SERVICE_TOKENS: `grader:${SERVICE_TOKEN}` };
  server = await makeTestApp({ runners: () => [runner.address], environment });
});
afterAll(async () => {
  await server.close();
  await runner.stop();
});
beforeEach(async () => {
  letGo = () => undefined;
  runner.script = ({ finish }) => finish();
  student = await makeStudent(server.pool);
});

function hold(): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  letGo = resolve;
  runner.script = async ({ say, finish }) => {
    say({ event: 'running' });
    await promise;
    finish();
  };
}
function post(query = '', headers: Record<string, string> = student.headers) {
  const url = `/judge0/submissions${query}`;
  return server.app.inject({ method: 'POST', url, headers, payload: PROGRAM });
}
function get(token: string, query = '', headers: Record<string, string> = student.headers) {
  return server.app.inject({ method: 'GET', url: `/judge0/submissions/${token}${query}`, headers });
}

async function postBatch(length: number): Promise<string[]> {
  const url = '/judge0/submissions/batch';
  const payload = { submissions: Array.from({ length }, () => PROGRAM) };
  const reply = await server.app.inject({ method: 'POST', url, headers: service, payload });
  expect(reply.statusCode).toBe(201);
  return z
    .array(z.object({ token: z.string() }))
    .parse(reply.json())
    .map(({ token }) => token);
}

test('of three runs that a student adds at once, exactly two are taken', async () => {
  hold();
  const replies = await Promise.all([post(), post(), post()]);
  expect(replies.map((reply) => reply.statusCode).toSorted((one, other) => one - other)).toEqual([
    201, 201, 429,
  ]);
  const refused = replies.find((reply) => reply.statusCode === 429);
  expect(refused?.headers['retry-after']).toBe('1');
  expect(refused?.json().error).toMatch(/^You can run at most 2 programs at a time\./);

  letGo();
  const tokens = replies.flatMap((reply) => reply.json().token ?? []);
  for (const token of tokens) expect((await get(token, '?wait=true')).json().status.id).toBe(3);
  expect((await post('?wait=true')).statusCode).toBe(201);
});

test('a student runs 30 programs a minute, and is told when the next may be run', async () => {
  for (let run = 0; run < 30; run += 1) expect((await post('?wait=true')).statusCode).toBe(201);
  // Backdated, so that the test does not depend on the machine's speed.
  await server.pool.query(
    `update runs set created_at = clock_timestamp() - interval '10 seconds' where owner = $1`,
    [student.id],
  );
  const refused = await post();
  expect(refused.statusCode).toBe(429);
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(50);
  expect(refused.json()).toEqual({
    error: `You can run at most 30 programs per minute. Try again in ${seconds} seconds.`,
  });
  const admin = await makeAdmin(server.pool);
  expect((await post('?wait=true', admin.headers)).statusCode).toBe(201);
});

test('one owner’s many runs do not delay another’s first, and two slots’ work of a minute may wait', async () => {
  hold();
  const waiting: string[] = [];
  const held = await Promise.all([post('', service), post('', service)]);
  expect(held.map((reply) => reply.statusCode)).toEqual([201, 201]);
  // The runner executes two at a time and queues the rest.
  for (let left = 799; left > 0; left -= 20) waiting.push(...(await postBatch(Math.min(20, left))));

  const mine = (await post()).json().token;
  expect((await get(mine)).json()).toMatchObject({
    status: { id: 1, description: 'In Queue' },
    phase: 'queued',
    queue_place: 0,
    stdout: null,
    time: null,
  });
  const full = await post();
  expect([full.statusCode, full.json()]).toEqual([503, { error: 'queue is full' }]);
  // Judge0 reports this before it validates the request.
  for (const [path, payload] of [
    ['submissions', {}],
    ['submissions?fields=foo', PROGRAM],
    ['submissions/batch', { submissions: [{}] }],
  ] as const) {
    const url = `/judge0/${path}`;
    const { headers } = student;
    const reply = await server.app.inject({ method: 'POST', url, headers, payload });
    expect([reply.statusCode, reply.json()]).toEqual([503, { error: 'queue is full' }]);
  }

  letGo();
  const last = waiting.at(-1) ?? '';
  expect((await get(last, '?wait=true', service)).json().status.id).toBe(3);
  expect((await get(mine, '?wait=true')).json().status.id).toBe(3);
});
