import { testRunTag } from '@vlabs/contract/runs/runs-in-tests';
import * as fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MadePerson, makeStudent } from '../../testing/acts/make.ts';
import { ScriptedRunner } from '../../testing/peers/scripted-runner.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';
import { secondsUntilCheck } from './run-limits.ts';

const runner = new ScriptedRunner();
let server: TestApp;
beforeAll(async () => {
  await runner.start();
  runner.script = ({ finish }) => finish();
  server = await makeTestApp({ runners: () => [runner.address] });
});
afterAll(async () => {
  await server.close();
  await runner.stop();
});

const check = (student: MadePerson, assignment: string, inputs: object | null = [{}]) =>
  server.app.inject({
    method: 'POST',
    url: '/judge0/submissions?wait=true',
    headers: student.headers,
    payload: { source_code: 'print(1)', language_id: 71, assignment, ...(inputs && { inputs }) },
  });

test('Rule 5: of seven checks in a row the seventh is refused with the time to wait, and other runs go on', async () => {
  const student = await makeStudent(server.pool);
  const tag = testRunTag(randomUUID(), 2);
  let accepted = 0;
  let refused = await check(student, tag);
  // A slow machine makes checks available again meanwhile.
  for (; refused.statusCode === 201; refused = await check(student, tag)) accepted += 1;
  expect(accepted).toBeGreaterThanOrEqual(6);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.body).toContain('You can check at most 6 times in a row');
  // Runs with own input, practice, and other students have their own limits.
  expect((await check(student, tag, null)).statusCode).toBe(201);
  expect((await check(student, '')).statusCode).toBe(201);
  expect((await check(await makeStudent(server.pool), tag)).statusCode).toBe(201);
});

test('one more check is possible every twenty seconds', () => {
  expect(secondsUntilCheck([])).toBe(0);
  expect(secondsUntilCheck([0, 0, 0, 0, 0])).toBe(0);
  expect(secondsUntilCheck([0, 0, 0, 0, 0, 0])).toBe(20);
  expect(secondsUntilCheck([5, 5, 5, 5, 5, 5])).toBe(15);
  expect(secondsUntilCheck([20, 20, 20, 20, 20, 20])).toBe(0);
  expect(secondsUntilCheck([20, 20, 20, 20, 20, 20, 0])).toBe(20);
});

test('a student who waits as told may check, and checks at most seven times within 20 seconds', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 60 }), (pauses) => {
      let now = 0;
      const made: number[] = [];
      for (const pause of pauses) {
        now += pause;
        const wait = secondsUntilCheck(made.map((at) => now - at));
        now += wait;
        expect(secondsUntilCheck(made.map((at) => now - at))).toBe(0);
        made.push(now);
      }
      for (const from of made) {
        const within = made.filter((at) => at >= from && at < from + 20);
        expect(within.length).toBeLessThanOrEqual(7);
      }
    }),
  );
});
