import { type ClientRequest, type IncomingMessage, request as ask } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { originOf } from '../../testing/peers/live-terminal.ts';
import { type MadePerson, makeStudent } from '../../testing/acts/make.ts';
import { setUpServer } from '../../testing/server.setup.ts';

/* Calls that stay open: a body that never arrives, and event streams. */

let origin: string;
let student: MadePerson;
const open: ClientRequest[] = [];
const since = '2026-01-01T00:00:00.000Z';

const server = setUpServer();
beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  origin = originOf(server.app);
});
beforeEach(async () => {
  student = await makeStudent(server.pool);
});
afterEach(() => {
  for (const request of open.splice(0)) request.destroy();
});

type Headers = Record<string, string>;

/** Sends the headers of a call without its body. */
function begin(path: string, headers: Headers): ClientRequest {
  const announced = { ...headers, 'content-type': 'application/json', 'content-length': '100' };
  const request = ask(`${origin}${path}`, { method: 'PUT', headers: announced, agent: false });
  request.on('error', () => undefined);
  request.flushHeaders();
  open.push(request);
  return request;
}
const beginMany = (count: number, headers: Headers) =>
  Array.from({ length: count }, () => begin('/api/v1/programs/drafts/71', headers));

async function follow(headers: Headers): Promise<number | undefined> {
  const request = ask(`${origin}/api/v1/notices/events?since=${since}`, {
    headers,
    agent: false,
  }).end();
  request.on('error', () => undefined);
  open.push(request);
  const [reply]: IncomingMessage[] = await once(request, 'response');
  reply?.on('error', () => undefined);
  return reply?.statusCode;
}

async function call(path: string, headers: Headers) {
  const reply = await fetch(`${origin}${path}`, { headers });
  const retryAfter = reply.headers.get('retry-after');
  return { status: reply.status, retryAfter, body: await reply.json() };
}
const drafts = (headers: Headers) => call('/api/v1/programs/versions', headers);
const statusOf = async (headers: Headers) => (await drafts(headers)).status;

/** Retries, because a status request may have taken the slot. */
async function beginAnother(headers: Headers) {
  beginMany(1, headers);
  return drafts(headers);
}

describe('one person', () => {
  test('is refused beyond 32 concurrent calls, until one has ended', async () => {
    const [first] = beginMany(32, student.headers);
    await expect
      .poll(() => beginAnother(student.headers))
      .toEqual({
        status: 429,
        retryAfter: '1',
        body: {
          success: false,
          code: 'too_many_at_once',
          message:
            'You can have at most 32 calls at a time. Wait until one has ended, then try again.',
        },
      });
    const other = await makeStudent(server.pool);
    expect(await statusOf(other.headers)).toBe(200);
    first?.destroy();
    await expect.poll(() => statusOf(student.headers)).toBe(200);
  });

  test('has a separate limit for open pages', async () => {
    const statuses = await Promise.all(Array.from({ length: 33 }, () => follow(student.headers)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(32);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(await statusOf(student.headers)).toBe(200);
    const list = await call('/judge0/submissions?per_page=1', student.headers);
    expect(list).toMatchObject({ status: 200, body: { submissions: [] } });
  });

  test('is refused in Judge0’s format on Judge0’s paths', async () => {
    beginMany(32, student.headers);
    await expect.poll(async () => (await beginAnother(student.headers)).status).toBe(429);
    const path = '/judge0/submissions/00000000-0000-0000-0000-000000000000';
    const refused = await call(path, { ...student.headers, accept: 'application/json' });
    expect(refused).toMatchObject({
      status: 429,
      retryAfter: '1',
      body: { error: expect.stringMatching(/^You can have at most 32 /) },
    });
    const waiting = await call(`${path}?wait=true`, {
      ...student.headers,
      accept: 'application/json',
    });
    expect(waiting.status).toBe(404);
  });
});

test('anonymous callers share the limit of their network, which a campus does not reach', async () => {
  beginMany(400, {});
  expect(await statusOf(student.headers)).toBe(200);
  const nobody = await Promise.all(
    Array.from({ length: 100 }, () => call('/api/v1/installation', {})),
  );
  expect(new Set(nobody.map(({ status }) => status))).toEqual(new Set([200]));
});

test('an address that is no endpoint waits for no body', async () => {
  const request = begin('/api/v1/nothing', {});
  const [reply]: IncomingMessage[] = await once(request, 'response');
  expect([reply?.statusCode, reply?.headers.connection]).toEqual([404, 'close']);
});
