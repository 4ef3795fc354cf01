import { ID } from 'appwrite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeStudent } from '../../testing/acts/make.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';
import { listen, makeStorage } from '../../testing/peers/storage-client.ts';
import { loggablePath } from './logging.ts';

/** The numeric level of the library. */
const INFO = 30;

let server: TestApp;
let lines: string[] = [];
beforeAll(async () => {
  server = await makeTestApp({
    environment: { LOG_LEVEL: 'trace' },
    logStream: { write: (line) => lines.push(line) },
  });
});
beforeEach(() => {
  lines = [];
});
afterAll(() => server.close());

const messages = () => lines.map((line) => JSON.parse(line));

test('a call leaves one line, with its request id, status and time', async () => {
  const reply = await server.app.inject({ url: '/api/v1/installation?anything=1' });
  expect(messages()).toEqual([
    expect.objectContaining({
      requestId: reply.headers['x-request-id'],
      method: 'GET',
      path: '/api/v1/installation',
      status: 200,
      durationMs: expect.any(Number),
      address: '127.0.0.1',
    }),
  ]);
});

test('a file that is downloaded leaves one line, and no warning', async () => {
  const student = await makeStudent(server.pool);
  const storage = makeStorage(await listen(server), student.token);
  const bucketId = 'submissions';
  const file = new File(['int main() {}'.repeat(1000)], 'main.c');
  const { $id: fileId } = await storage.createFile({ bucketId, fileId: ID.unique(), file });
  lines = [];
  for (let time = 1; time <= 2; time += 1) {
    const link = storage.getFileDownload({ bucketId, fileId });
    await (await fetch(link, { headers: student.headers })).text();
    // All lines of the first request come before the line of the second.
    await expect.poll(() => messages().filter(({ status }) => status === 200)).toHaveLength(time);
  }
  expect(messages().filter(({ level }) => level > INFO)).toEqual([]);
});

test('no password, token, cookie or signature is in any line', async () => {
  const student = await makeStudent(server.pool);
  const password = 'pass-in-the-log';
  const login = { id: student.id, password: student.password };
  const { token } = (
    await server.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: login })
  ).json();
  const headers = { authorization: `Bearer ${token}`, cookie: 'cookie-in-the-log=1' };
  const calls = [
    { method: 'POST', url: '/api/v1/auth/login', payload: { id: 'x', password } },
    { method: 'POST', url: '/api/v1/auth/register', payload: { id: 'y', password } },
    {
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: `{"password":"${password}`,
      headers: { 'content-type': 'application/json' },
    },
    {
      method: 'PUT',
      url: '/api/v1/auth/password',
      headers,
      payload: { currentPassword: password, newPassword: password },
    },
    { method: 'GET', url: `/api/v1/auth/sessions?token=${token}&signature=${password}`, headers },
    { method: 'GET', url: `/judge0/submissions/${student.token}`, headers },
    { method: 'GET', url: `/nowhere/${token}`, headers },
    { method: 'POST', url: '/api/v1/auth/logout', headers },
  ] as const;
  for (const call of calls) await server.app.inject(call);
  expect(lines.length).toBeGreaterThanOrEqual(calls.length);
  const all = lines.join('');
  for (const secret of [token, student.token, student.password, password, 'cookie-in-the-log']) {
    expect(all).not.toContain(secret);
  }
});

test('an error of ours is logged with its request id and its stack, without the row it broke', async () => {
  await server.pool.query(`alter table people add constraint no_x check (name <> 'secret-name')`);
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/register',
    payload: { id: 'row-1', name: 'secret-name', email: 'r@example.edu', password: 'p' },
  });
  expect(reply.statusCode).toBe(500);
  const [error] = messages().filter(({ level }) => level === 50);
  expect(error).toMatchObject({
    requestId: reply.headers['x-request-id'],
    err: {
      code: '23514',
      constraint: 'no_x',
      stack: expect.stringContaining('registration.service'),
    },
  });
  expect(lines.join('')).not.toContain('secret-name');
  expect(lines.join('')).not.toContain('$argon2id');
});

test('what is logged of an address has no query and no long opaque part', () => {
  expect(loggablePath('/v1/files/3f2504e0-4f89-11d3-9a0c-0305e82c3301/view?signature=x')).toBe(
    '/v1/files/(hidden)/view',
  );
  expect(loggablePath('/tests?q=1')).toBe('/tests');
});
