import type { TestCase } from '@vlabs/contract/runs/test-case';
import { expect } from 'vitest';
import { useSharedRunner } from '../peers/real-runner.ts';
import { type TestApp, makeTestApp } from '../test-app.ts';
import { type MadePerson, makeAdmin, makeStudent } from './make.ts';

/** Authenticates a service that may read only the runs of assignment tests. */
export const SERVICE_TOKEN = 's'.repeat(32);

export const plain: TestCase = {
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
export const hidden: TestCase = {
  ...plain,
  name: 'secret name',
  input: '40 2\n',
  expectedOutput: '42',
  points: 3,
  isHidden: true,
};

export const SUM = 'a, b = map(int, input().split())\nprint(a + b)';

/** A server with a runner, an admin and a student, and calls for programs that are tested. */
export async function startTestingPrograms() {
  const runner = await useSharedRunner();
  const { refusal } = runner;
  if (refusal !== null) console.warn(`Tests of submitted programs are skipped: ${refusal}`);
  const environment = { VLABS_SERVICE_TOKENS: `assignment-tests:${SERVICE_TOKEN}` };
  const server = await makeTestApp({ runners: () => [runner.address], environment });
  const [admin, student] = [await makeAdmin(server.pool), await makeStudent(server.pool)];
  const close = async () => {
    await server.close();
    await runner.stop();
  };
  const call = callsOn(server);
  return { server, refusal, admin, student, call, close, ...actsOf(call, admin, student) };
}

type Call = ReturnType<typeof callsOn>;

function callsOn(server: TestApp) {
  return async (
    person: MadePerson,
    method: 'GET' | 'PUT' | 'POST',
    { url, payload }: { url: string; payload?: object },
  ) => {
    const { headers } = person;
    const reply = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: reply.statusCode, body: reply.json(), text: reply.body };
  };
}

function actsOf(call: Call, admin: MadePerson, student: MadePerson) {
  async function makeAssignment(tests: TestCase[]): Promise<string> {
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

  /** Polls like the page. */
  async function reportWhenDone(person: MadePerson, handInId: string) {
    const stateOf = async () => (await report(person, handInId)).body.data.state;
    await expect.poll(stateOf, { interval: 50 }).toBe('done');
    return (await report(person, handInId)).body.data;
  }

  return { makeAssignment, handIn, report, reportWhenDone };
}
