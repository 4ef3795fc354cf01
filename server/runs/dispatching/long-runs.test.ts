import { testRunTag } from '@vlabs/contract/runs/runs-in-tests';
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATIENTLY } from '../../../runner/testing/patience.ts';
import { makeStudent } from '../../testing/acts/make.ts';
import { ScriptedRunner } from '../../testing/peers/scripted-runner.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';

const SERVICE_TOKEN = 's'.repeat(32);
const service = { 'x-rapidapi-key': SERVICE_TOKEN };
/** Capacity of the scripted runner: two running and ten queued. */
const ROOM = 12;
const PRINT = { source_code: 'print(1)', language_id: 71 };

const runner = new ScriptedRunner();
let server: TestApp;
let letGo: () => void = () => undefined;

beforeAll(async () => {
  await runner.start();
  const { promise, resolve } = Promise.withResolvers<void>();
  letGo = resolve;
  runner.script = async ({ order, say, finish }) => {
    const source = Buffer.from(order.sourceBase64, 'base64').toString();
    say({ event: 'running' });
    if (source === 'sleep') {
      say({ event: 'running', again: true, isLong: true });
      await promise;
    }
    finish();
  };
  server = await makeTestApp({
    runners: () => [runner.address],
    environment: { VLABS_SERVICE_TOKENS: `grader:${SERVICE_TOKEN}` },
  });
});
afterAll(async () => {
  letGo();
  await server.close();
  await runner.stop();
});

const add = (headers: Record<string, string>, payload: object) =>
  server.app.inject({ method: 'POST', url: '/judge0/submissions?wait=true', headers, payload });

test('long runs take no capacity from those of others', async () => {
  await server.app.inject({ url: '/judge0/workers', headers: service });
  const sleeper = { ...PRINT, source_code: 'sleep' };
  const long = Array.from({ length: 2 * ROOM }, () => add(service, sleeper));
  await expect.poll(() => runner.orders.length, PATIENTLY).toBe(2 * ROOM);
  const { headers } = await makeStudent(server.pool);
  expect((await add(headers, PRINT)).json().status.id).toBe(3);
  letGo();
  await Promise.all(long);
});

test('an order says which runs are of one person, and which are Checks, but not who the person is', async () => {
  const students = await Promise.all([makeStudent(server.pool), makeStudent(server.pool)]);
  const [one, other] = students.map(({ headers }) => headers);
  if (!one || !other) throw new Error('Two students were not made.');
  runner.orders.length = 0;
  const check = {
    ...PRINT,
    assignment: testRunTag(randomUUID(), 1),
    inputs: [{ name: 'Sample 1', stdin: '', expected_output: '1' }],
  };
  for (const headers of [one, one, other, service]) await add(headers, PRINT);
  await add(one, check);
  const [first, second, third, ofService, ofCheck] = runner.orders;
  expect(first?.owner).toBe(second?.owner);
  expect(first?.owner).not.toBe(third?.owner);
  expect(ofService?.owner).toBeUndefined();
  expect([first?.isCheck, ofCheck?.isCheck]).toEqual([undefined, true]);
  for (const { id } of students) {
    expect(JSON.stringify(runner.orders)).not.toContain(id);
    // A roll number is easy to guess, so its hash alone would name its person.
    const guess = createHash('sha256').update(`runs of ${id}`).digest('base64url');
    expect(first?.owner).not.toBe(guess);
  }
});
