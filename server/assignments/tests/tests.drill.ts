import type { AssignmentTest } from '@vlabs/contract/assignments/assignment-tests';
import { notify } from '../../platform/events/live-events.ts';
import { RUNS_CHANNEL } from '../../runs/dispatching/run-phases.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { startRealRunner } from '../../testing/peers/real-runner.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';

const runner = await startRealRunner();
const { refusal } = runner;
if (refusal !== null) console.warn(`Tests of handed in programs are skipped: ${refusal}`);

/** Of a service that is called as the part of the server that tests. */
const SERVICE_TOKEN = 's'.repeat(32);

let server: TestApp;
let admin: MadePerson;
let student: MadePerson;
beforeAll(async () => {
  const environment = { VLABS_SERVICE_TOKENS: `assignment-tests:${SERVICE_TOKEN}` };
  server = await makeTestApp({ runners: () => [runner.address], environment });
  admin = await makeAdmin(server.pool);
  student = await makeStudent(server.pool);
});
afterAll(async () => {
  await server.close();
  await runner.stop();
});

async function call(
  person: MadePerson,
  method: 'GET' | 'PUT' | 'POST',
  { url, payload }: { url: string; payload?: object },
) {
  const { headers } = person;
  const reply = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.json(), text: reply.body };
}

const plain: AssignmentTest = {
  name: 'small',
  input: '1 2\n',
  expectedOutput: '3\n',
  points: 2,
  isHidden: false,
  timeLimitMs: 5000,
  memoryLimitKb: 256_000,
  comparison: 'exact',
  tolerance: 0,
};
const hidden: AssignmentTest = {
  ...plain,
  name: 'secret name',
  input: '40 2\n',
  expectedOutput: '42',
  points: 3,
  isHidden: true,
};

async function makeAssignment(tests: AssignmentTest[]): Promise<string> {
  const url = '/api/v1/auth/create-assignment';
  const payload = { assignment: 'Add two numbers.', title: 'Sum' };
  const { id } = (await call(admin, 'POST', { url, payload })).body.data;
  const saved = await call(admin, 'PUT', {
    url: `/api/v1/assignments/${id}/tests`,
    payload: { tests },
  });
  expect(saved.status).toBe(200);
  return id;
}

async function handIn(id: string, source: string): Promise<string> {
  const url = `/api/v1/assignments/${id}/hand-ins`;
  const payload = { kind: 'program', language: 71, source };
  return (await call(student, 'POST', { url, payload })).body.data.handInId;
}

const report = async (person: MadePerson, handInId: string) =>
  call(person, 'GET', { url: `/api/v1/hand-ins/${handInId}/tests` });

/** Asked again and again, as the page does. */
async function reportWhenDone(person: MadePerson, handInId: string) {
  const stateOf = async () => (await report(person, handInId)).body.data.state;
  await expect.poll(stateOf, { interval: 50 }).toBe('done');
  return (await report(person, handInId)).body.data;
}

const SUM = 'a, b = map(int, input().split())\nprint(a + b)';

describe.skipIf(refusal !== null)('a handed in program', () => {
  test('is run on all tests, with a result and points for each', async () => {
    const id = await makeAssignment([plain, { ...plain, points: 1, expectedOutput: '4' }, hidden]);
    const handInId = await handIn(id, SUM);
    expect(await reportWhenDone(admin, handInId)).toMatchObject({
      state: 'done',
      points: 5,
      maxPoints: 6,
      results: [
        { number: 1, outcome: 'passed', points: 2, output: '3\n' },
        { number: 2, outcome: 'wrong_output', points: 0, maxPoints: 1 },
        { number: 3, outcome: 'passed', points: 3, name: 'secret name', output: '42\n' },
      ],
    });
  });

  test('is run once, also where another server tells that its run has ended', async () => {
    const id = await makeAssignment([plain, hidden]);
    const source = `import time\ntime.sleep(1)\n${SUM}`;
    const handInId = await handIn(id, source);
    const listRuns = async () => {
      const found = await server.pool.query<{ token: string }>(
        'select token from runs where source_code = $1',
        [Buffer.from(source)],
      );
      return found.rows.map(({ token }) => token);
    };
    await expect.poll(listRuns).toHaveLength(1);
    const [token] = await listRuns();
    // What is told by another server comes without the result, and may come early.
    notify(server.pool, RUNS_CHANNEL, { token, phase: 'finished' });
    expect(await reportWhenDone(student, handInId)).toMatchObject({ points: 5 });
    expect(await listRuns()).toEqual([token]);
  });
});
