import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertRuns } from '../../testing/database/full-stores.queries.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeTestApp();
});
afterAll(() => server.close());

const run = ({ headers }: MadePerson) =>
  server.app.inject({
    method: 'POST',
    url: '/judge0/submissions',
    headers,
    payload: { source_code: 'print(1)', language_id: 71 },
  });

const tomorrow =
  'You have reached the daily limit for running programs. Try again tomorrow, or ask your teacher.';

test.each([
  { count: 2000, bytes: 10 },
  { count: 51, bytes: 10_400_000 },
])('a student with $count runs of $bytes bytes within a day waits for the next', async (runs) => {
  const student = await makeStudent(server.pool);
  await insertRuns(server.pool, student.id, { ...runs, count: runs.count - 1 });
  expect((await run(student)).statusCode).toBe(201);
  const other = await makeStudent(server.pool);
  await insertRuns(server.pool, other.id, runs);
  const refused = await run(other);
  expect([refused.statusCode, refused.json().error]).toEqual([429, tomorrow]);
  expect(refused.headers['retry-after']).toBe('3600');
});

test('a teacher is not counted', async () => {
  const admin = await makeAdmin(server.pool);
  await insertRuns(server.pool, admin.id, { count: 2000, bytes: 10 });
  expect((await run(admin)).statusCode).toBe(201);
});
