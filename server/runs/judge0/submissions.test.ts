import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { ScriptedRunner } from '../../testing/peers/scripted-runner.ts';
import {
  type TestApp,
  type TestServer,
  makeSecondServer,
  makeTestApp,
} from '../../testing/test-app.ts';
import { ageRuns } from '../../testing/database/time-travel.queries.ts';

const SERVICE_TOKEN = 's'.repeat(32);
const PROGRAM = { source_code: 'print(1)', language_id: 71 };
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const environment = { VLABS_SERVICE_TOKENS: `grader:${SERVICE_TOKEN}`, VLABS_RUN_DELETE: 'on' };
const service = { 'x-auth-token': SERVICE_TOKEN };

const runner = new ScriptedRunner();
let server: TestApp;
let student: MadePerson;
let admin: MadePerson;

beforeAll(async () => {
  await runner.start();
  server = await makeTestApp({ runners: () => [runner.address], environment });
  admin = await makeAdmin(server.pool);
});
afterAll(async () => {
  await server.close();
  await runner.stop();
});
beforeEach(async () => {
  runner.script = ({ finish }) => finish();
  student = await makeStudent(server.pool);
});

type Headers = Record<string, string>;

function call(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  headers: Headers = student.headers,
  payload?: object,
) {
  const url = `/judge0/${path}`;
  return server.app.inject({ method, url, headers, ...(payload && { payload }) });
}
async function add(headers: Headers = student.headers, program: object = PROGRAM): Promise<string> {
  const reply = await call('POST', 'submissions?wait=true', headers, program);
  expect(reply.statusCode).toBe(201);
  return reply.json().token;
}

const history = (query = '', headers: Headers = student.headers) =>
  server.app.inject({ url: `/api/v1/runs${query}`, headers });

test('a short wait answers with the result, or with the state at its end', async () => {
  const quick = (await call('POST', 'submissions?wait_ms=20000', student.headers, PROGRAM)).json();
  expect(quick).toMatchObject({ status: { id: 3 }, verdict: 'accepted' });
  runner.script = () => undefined;
  const slow = await call('POST', 'submissions?wait_ms=150', student.headers, PROGRAM);
  expect(slow.statusCode).toBe(201);
  expect(slow.json()).toMatchObject({ token: expect.any(String), verdict: null });
  expect(slow.json().status.id).toBeLessThan(3);
});

describe('a history', () => {
  test('has the caller’s own runs without their texts, newest first, an admin’s own as well', async () => {
    const inputs = [{ stdin: '1' }, { stdin: '2' }];
    const older = await add(student.headers, { ...PROGRAM, inputs });
    const newer = await add();
    const listed = (await history()).json().data;
    expect(listed).toMatchObject([
      { token: newer, languageId: 71, status: { id: 3 }, verdict: 'accepted', inputCount: 1 },
      { token: older, inputCount: 2 },
    ]);
    expect(listed[0]).not.toHaveProperty('source_code');
    const before = (await history(`?before=${newer}`)).json().data;
    expect(before.map(({ token }: { token: string }) => token)).toEqual([older]);
    expect((await history('', admin.headers)).json().data).toEqual([]);
  });
});

describe('a list', () => {
  test('has the caller’s own runs, newest first, by pages', async () => {
    const tokens = [await add(), await add(), await add()].toReversed();
    await add(service);
    const first = (await call('GET', 'submissions?per_page=2&fields=token')).json();
    expect(first).toEqual({
      submissions: [{ token: tokens[0] }, { token: tokens[1] }],
      meta: { current_page: 1, next_page: 2, prev_page: null, total_pages: 2, total_count: 3 },
    });
    const last = (await call('GET', 'submissions?page=2&per_page=2&fields=token')).json();
    expect(last).toEqual({
      submissions: [{ token: tokens[2] }],
      meta: { current_page: 2, next_page: null, prev_page: 1, total_pages: 2, total_count: 3 },
    });
  });

  test('shows an admin everyone’s runs', async () => {
    const tokens = [await add(), await add(service)];
    const listed = (await call('GET', 'submissions?fields=token', admin.headers)).json();
    const shown = listed.submissions.map(({ token }: { token: string }) => token);
    expect(shown).toEqual(expect.arrayContaining(tokens));
  });

  test.each([
    ['page=-4', 'invalid page: -4'],
    ['page=0', 'invalid page: 0'],
    ['page=x', 'invalid page: 0'],
    ['per_page=-2', 'invalid per_page: -2'],
    ['fields=foo', 'invalid fields: [foo]'],
  ])('with %s is refused', async (query, error) => {
    const reply = await call('GET', `submissions?${query}`);
    expect([reply.statusCode, reply.json()]).toEqual([400, { error }]);
  });

  test('with an output that is no UTF-8 is refused as text', async () => {
    runner.script = ({ finish }) => finish({ stdoutBase64: base64(Buffer.from([0xff])) });
    const reply = await call('POST', 'submissions?wait=true', student.headers, PROGRAM);
    const { token } = reply.json();
    const error =
      'some attributes for one or more submissions cannot be converted to UTF-8, use base64_encoded=true query parameter';
    for (const path of ['submissions?', `submissions/batch?tokens=${token}`]) {
      const refused = await call('GET', path);
      expect([refused.statusCode, refused.json()]).toEqual([400, { error }]);
      expect((await call('GET', `${path}&base64_encoded=true`)).statusCode).toBe(200);
    }
  });
});

const sendBatch = (submissions: unknown) =>
  call('POST', 'submissions/batch', service, { submissions });
const readBatch = (count: number) => call('GET', `submissions/batch?tokens=${'x,'.repeat(count)}`);

describe('a batch', () => {
  test('is answered in order, with errors for invalid runs', async () => {
    const submissions = [PROGRAM, { language_id: 71 }, 'x', { ...PROGRAM, language_id: 1 }];
    const reply = await call('POST', 'submissions/batch', student.headers, { submissions });
    expect(reply.statusCode).toBe(201);
    expect(reply.json()).toEqual([
      { token: expect.any(String) },
      { source_code: ["can't be blank"] },
      expect.objectContaining({ source_code: ["can't be blank"] }),
      { language_id: ["language with id 1 doesn't exist"] },
    ]);
  });

  test('of which none can be run is refused with the errors of all', async () => {
    const submissions = [{ language_id: 71 }, { language_id: 54 }];
    const reply = await call('POST', 'submissions/batch', student.headers, { submissions });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toEqual([
      { source_code: ["can't be blank"] },
      { source_code: ["can't be blank"] },
    ]);
  });

  test('of twenty runs of a service is run, and read back in order with null for unknown', async () => {
    const submissions = Array.from({ length: 20 }, () => PROGRAM);
    const added = await call('POST', 'submissions/batch', service, { submissions });
    expect(added.statusCode).toBe(201);
    const tokens = added.json().map(({ token }: { token: string }) => token);
    for (const token of tokens) await call('GET', `submissions/${token}?wait=true`, service);
    const asked = [tokens[19], randomUUID(), ...tokens.slice(0, 17), 'no-token'];
    const query = 'submissions/batch?fields=token,status_id';
    const expected = {
      submissions: asked.map((token) => (tokens.includes(token) ? { token, status_id: 3 } : null)),
    };
    const read = await call('GET', `${query}&tokens=${asked.join(',')}`, service);
    expect(read.json()).toEqual(expected);
    const byHeader = await call('GET', query, { ...service, tokens: asked.join(',') });
    expect(byHeader.json()).toEqual(expected);
    const ofOther = await call('GET', `${query}&tokens=${tokens[0]}`);
    expect(ofOther.json()).toEqual({ submissions: [null] });
  });

  test('has 1 to 20 runs', async () => {
    const none = { error: 'there should be at least one submission in a batch' };
    const many = {
      error: 'number of submissions in a batch should be less than or equal to 20',
    };
    for (const [reply, body] of [
      [await sendBatch([]), none],
      [await sendBatch('x'), none],
      [await sendBatch(Array.from({ length: 21 }, () => PROGRAM)), many],
      [await readBatch(0), none],
      [await readBatch(21), many],
    ] as const) {
      expect([reply.statusCode, reply.json()]).toEqual([400, body]);
    }
  });

  test('is bound by what a student may have under way', async () => {
    const submissions = [PROGRAM, PROGRAM, PROGRAM];
    const reply = await call('POST', 'submissions/batch', student.headers, { submissions });
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '1']);
    const fitting = { submissions: [PROGRAM, PROGRAM] };
    const taken = await call('POST', 'submissions/batch', student.headers, fitting);
    expect(taken.statusCode).toBe(201);
  });
});

describe('deleting a run', () => {
  test('answers with it in base64, and then it is gone', async () => {
    const token = await add(service, { ...PROGRAM, stdin: 'in' });
    const deleted = await call('DELETE', `submissions/${token}?fields=token,stdin`, service);
    expect([deleted.statusCode, deleted.json()]).toEqual([200, { token, stdin: 'aW4=\n' }]);
    expect((await call('GET', `submissions/${token}`, service)).statusCode).toBe(404);
  });

  test('waits for its end, and is not for students', async () => {
    const { promise: end, resolve: letEnd } = Promise.withResolvers<void>();
    runner.script = async ({ say, finish }) => {
      say({ event: 'running' });
      await end;
      finish();
    };
    const { token } = (await call('POST', 'submissions', service, PROGRAM)).json();
    const early = await call('DELETE', `submissions/${token}`, service);
    expect([early.statusCode, early.json()]).toEqual([
      400,
      { error: 'submission cannot be deleted because its status is 2 (Processing)' },
    ]);
    letEnd();
    const forbidden = await call('DELETE', `submissions/${token}`);
    expect([forbidden.statusCode, forbidden.body]).toEqual([403, '']);
    await call('GET', `submissions/${token}?wait=true`, service);
    expect((await call('DELETE', `submissions/${token}`, admin.headers)).statusCode).toBe(200);
  });

  test('is refused where the installation does not permit it', async () => {
    const token = await add();
    const strict: TestServer = await makeSecondServer(server, {
      runners: () => [runner.address],
      environment: { VLABS_NEW_SETTINGS: 'on' },
    });
    const url = `/judge0/submissions/${token}`;
    const reply = await strict.app.inject({ method: 'DELETE', url, headers: admin.headers });
    expect([reply.statusCode, reply.json()]).toEqual([400, { error: 'delete not allowed' }]);
    await strict.close();
  });
});

test('runs are deleted when they are older than the installation keeps them', async () => {
  const old = await add();
  await ageRuns(server.pool, 31);
  const young = await add();
  const second = await makeSecondServer(server, {
    environment: { VLABS_RUN_DAYS: '30', VLABS_NEW_SETTINGS: 'on' },
  });
  await expect.poll(async () => (await call('GET', `submissions/${old}`)).statusCode).toBe(404);
  expect((await call('GET', `submissions/${young}`)).statusCode).toBe(200);
  await second.close();
});

test('a NUL in plain text is refused, in base64 it is a byte like every other', async () => {
  const plain = { ...PROGRAM, stdin: 'a\0b' };
  const refused = await call('POST', 'submissions', student.headers, plain);
  expect([refused.statusCode, Object.keys(refused.json())]).toEqual([400, ['error']]);
  const encoded = { ...PROGRAM, source_code: base64('print(1)'), stdin: base64('a\0b') };
  const query = 'submissions?wait=true&base64_encoded=true&fields=stdin';
  const taken = await call('POST', query, student.headers, encoded);
  expect(taken.json()).toEqual({ stdin: `${base64('a\0b')}\n` });
});
