import type { Endpoint } from '@vlabs/contract/http/endpoint';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeStudent, makeStudentWithExpiredToken } from './testing/acts/make.ts';
import { setUpServer } from './testing/server.setup.ts';

const FOUR_MB = 4 * 1024 * 1024;

const endpoints: Endpoint[] = [];
let port: number;
const server = setUpServer({
  onRoute: ({ config, method }) => {
    if (config?.endpoint && method !== 'HEAD') endpoints.push(config.endpoint);
  },
});
beforeAll(async () => {
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
});

/** Sends headers and part of a body, and returns the status of the reply. */
async function statusOf(head: string[], begun = ''): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write([...head, 'Host: localhost', 'Connection: close', '', begun].join('\r\n'));
  const [reply] = await once(socket, 'data');
  socket.destroy();
  return Number(String(reply).split(' ')[1]);
}

const pathOf = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, 'none');
const withBodies = () => endpoints.filter(({ method }) => method !== 'GET');
const json = 'Content-Type: application/json';

test.each([
  ['without a token', async () => []],
  ['with a token that was never given out', async () => [`Authorization: ${'x'.repeat(43)}`]],
  [
    'with a token that has expired',
    async () => [`Authorization: ${(await makeStudentWithExpiredToken(server.pool)).token}`],
  ],
])('%s, no call waits for one byte of four megabytes', async (_who, makeHeaders) => {
  const headers = [json, ...(await makeHeaders()), `Content-Length: ${FOUR_MB}`];
  const statuses = await Promise.all(
    withBodies().map(async (endpoint) => {
      const status = await statusOf([
        `${endpoint.method} ${pathOf(endpoint)} HTTP/1.1`,
        ...headers,
      ]);
      return [endpoint.path, status, endpoint.access === 'anyone' ? 413 : 401];
    }),
  );
  expect(statuses.length).toBeGreaterThan(50);
  expect(statuses.filter(([, status, expected]) => status !== expected)).toEqual([]);
});

test('a body of unknown length from an anonymous caller is abandoned when it is too long', async () => {
  const begun = `${(9 * 1024).toString(16)}\r\n"${'x'.repeat(9 * 1024)}`;
  const headers = [json, 'Transfer-Encoding: chunked'];
  for (const path of ['/api/v1/auth/login', '/api/v1/auth/register']) {
    expect(await statusOf([`POST ${path} HTTP/1.1`, ...headers], begun)).toBe(413);
  }
  // For an unknown address the body is not awaited.
  for (const path of ['/api/v1/none', '/none']) {
    expect(await statusOf([`POST ${path} HTTP/1.1`, ...headers], begun)).toBe(404);
  }
});

test('a student whose session is open sends short calls and long programs', async () => {
  const { headers } = await makeStudent(server.pool);
  const put = (url: string, payload: object) =>
    server.app.inject({ method: 'PUT', url, headers, payload });
  const text = 'x'.repeat(900_000);
  const draft = await put('/api/v1/programs/drafts/71', {
    text,
    assignment: '',
    device: 'a',
    baseRevision: 0,
  });
  expect(draft.statusCode).toBe(200);
  const password = await put('/api/v1/auth/password', { currentPassword: text, newPassword: 'b' });
  expect([password.statusCode, password.json().code]).toEqual([413, 'too_large']);
});

test.each([
  ['small items', '1,'.repeat(100_000), 413, 'too_many_values'],
  ['empty lists', '[],'.repeat(100_000), 413, 'too_many_values'],
  ['lists in lists', '['.repeat(100_000), 400, 'too_deep'],
])('a hundred thousand %s are read by nobody', async (_what, items, status, code) => {
  const { headers } = await makeStudent(server.pool);
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v1/programs/versions',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: `[${items}1]`,
  });
  expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
});

test('a form of a million fields is not read', async () => {
  const { headers } = await makeStudent(server.pool);
  const reply = await server.app.inject({
    method: 'POST',
    url: '/judge0/submissions',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'a&'.repeat(1_000_000),
  });
  expect(reply.statusCode).toBe(413);
});

test('of hundreds of faulty values the first are told', async () => {
  const { headers } = await makeStudent(server.pool);
  const marks = Array.from({ length: 230 }, (_, index) => [`q${index}`, []]);
  const reply = await server.app.inject({
    method: 'PUT',
    url: `/api/v1/auth/quiz/${randomUUID()}/answers`,
    headers,
    payload: { userId: 'a', sequence: 1, markedAnswers: Object.fromEntries(marks) },
  });
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid']);
  expect(Object.keys(reply.json().fields)).toHaveLength(200);
});

test('a form of unknown length that does not end is refused, and its connection ended', async () => {
  const { token } = await makeAdmin(server.pool);
  const socket = connect(port, '127.0.0.1');
  const head = [
    'POST /api/v1/students/preview HTTP/1.1',
    'Host: localhost',
    `Authorization: ${token}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Transfer-Encoding: chunked',
  ];
  socket.write([...head, '', ''].join('\r\n'));
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
  const piece = `${(64 * 1024).toString(16)}\r\n${'x'.repeat(64 * 1024)}\r\n`;
  let sentBytes = 0;
  socket.on('error', () => undefined);
  const replied = once(socket, 'data');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const send = () => {
    while (!socket.destroyed && socket.write(piece)) sentBytes += piece.length;
  };
  socket.on('drain', send);
  send();
  expect(String(await replied)).toMatch(/^HTTP\/1.1 413 /);
  socket.off('drain', send);
  expect(sentBytes).toBeLessThan(60 * 1024 * 1024);
  await closed;
});
