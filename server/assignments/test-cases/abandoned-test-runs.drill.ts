import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { endLeases, makeLeasesSteady } from '../../testing/database/leases.queries.ts';
import { type TestDatabase, makeTestDatabase } from '../../testing/database/test-database.ts';

let database: TestDatabase;
let admin: MadePerson;
let student: MadePerson;
beforeAll(async () => {
  database = await makeTestDatabase();
  admin = await makeAdmin(database.pool);
  student = await makeStudent(database.pool);
});
afterAll(() => database.close());

/** The checked part of the replies. */
const Reply = z.object({
  data: z.object({
    id: z.string().optional(),
    handInId: z.string().optional(),
    state: z.string().optional(),
    submissions: z.array(z.object({ tests: z.unknown() })).optional(),
  }),
});

/** Without a runner, so that a program's test stays in progress while the server lives. */
async function start() {
  const server = await startServerProcess({
    DATABASE_URL: database.databaseUrl,
    VLABS_RUNNER_URL: 'http://127.0.0.1:1',
    VLABS_RUNNER_TOKEN: 'no-runner-listens-with-this-token',
  });
  onTestFinished(() => end(server.child));
  // It detects dead servers immediately instead of after some time.
  await makeLeasesSteady(database.pool);
  return server;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function ask(
  person: MadePerson,
  method: 'GET' | 'POST' | 'PUT',
  { url, payload }: { url: string; payload?: object },
) {
  const headers = { ...person.headers, 'content-type': 'application/json' };
  const reply = await fetch(url, {
    method,
    headers,
    ...(payload && { body: JSON.stringify(payload) }),
  });
  return Reply.parse(await reply.json()).data;
}

/** Kills the server when the statement returns a row. */
async function killWhen(server: Awaited<ReturnType<typeof start>>, statement: string) {
  const isSo = async () => (await database.pool.query(statement)).rowCount;
  await expect.poll(isSo, { interval: 20 }).toBe(1);
  await end(server.child);
  await endLeases(database.pool);
}

const TEST = {
  name: '',
  input: '',
  expectedOutput: '1',
  points: 1,
  isHidden: false,
  timeLimitMs: 1000,
  memoryLimitKb: 128_000,
  comparison: 'exact',
  tolerance: 0,
};

test('a program under whose tests the server died twice is told so, and can be tested again', async () => {
  const first = await start();
  const created = await ask(admin, 'POST', {
    url: `${first.url}/api/v1/auth/create-assignment`,
    payload: { assignment: 'Print 1.', title: 'One' },
  });
  const ofAssignment = `/api/v1/assignments/${created.id}`;
  const payload = { tests: [TEST] };
  await ask(admin, 'PUT', { url: `${first.url}${ofAssignment}/tests`, payload });
  const { handInId } = await ask(student, 'POST', {
    url: `${first.url}${ofAssignment}/hand-ins`,
    payload: { kind: 'program', language: 71, source: 'print(1)' },
  });
  await killWhen(
    first,
    `select from graphile_worker.jobs
     where task_identifier = 'test-hand-in' and locked_by is not null`,
  );
  await killWhen(await start(), 'select from crashed_jobs where is_tried');

  const third = await start();
  const report = `${third.url}/api/v1/hand-ins/${handInId}/tests`;
  const stateFor = async (person: MadePerson) => (await ask(person, 'GET', { url: report })).state;
  await expect.poll(() => stateFor(student), { interval: 50 }).toBe('failed');
  expect(await stateFor(admin)).toBe('failed');
  const list = await ask(admin, 'GET', {
    url: `${third.url}/api/v1/insight/submissions?tests=failed`,
  });
  expect(list.submissions?.[0]?.tests).toEqual({ points: null, maxPoints: 0, hasFailed: true });

  await ask(admin, 'POST', { url: `${third.url}${ofAssignment}/tests/run` });
  expect(await stateFor(student)).toBe('waiting');
});
