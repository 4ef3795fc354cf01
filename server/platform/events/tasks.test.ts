import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { TaskProgress } from '@vlabs/contract/http/tasks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { readEvents } from '../../testing/acts/read-events.ts';
import { lineOf, listOf, storeList } from '../../testing/acts/student-lists.ts';
import {
  type TestApp,
  type TestServer,
  makeSecondServer,
  makeTestApp,
} from '../../testing/test-app.ts';

/** All servers share one file store. */
let environment: NodeJS.ProcessEnv;
let server: TestApp;
let second: TestServer;
let admin: MadePerson;
beforeAll(async () => {
  environment = { VLABS_DATA: await mkdtemp(join(tmpdir(), 'vlabs-test-data-')) };
  server = await makeTestApp({ environment });
  second = await makeSecondServer(server, { environment });
  admin = await makeAdmin(server.pool);
});
afterAll(async () => {
  await second.close();
  await server.close();
  await rm(environment['VLABS_DATA'] ?? '', { recursive: true, force: true });
});

const follow = (
  id: string,
  {
    by = admin,
    on = server,
    kind = 'student-import',
  }: { by?: MadePerson; on?: TestServer; kind?: string } = {},
) => on.app.inject({ url: `/api/v1/tasks/${kind}/${id}/events`, headers: by.headers });

/** An import that waits behind another one until released. */
async function beginImport() {
  const client = await server.pool.connect();
  await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('student list', 0))`);
  const link = await storeList(server.app, listOf(lineOf(randomUUID())), { admin });
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/uploadall',
    headers: admin.headers,
    payload: { 'student-file': link, wait: false },
  });
  const letGo = async () => {
    await client.query('rollback');
    client.release();
  };
  return { importId: String(reply.json().data.importId), letGo };
}

const progressOf = (body: string) =>
  readEvents(body).map(({ event, data }) => ({
    event,
    ...TaskProgress.parse(JSON.parse(data)),
  }));

test('another server reports each step of a task once, to its end', async () => {
  const { importId, letGo } = await beginImport();
  // Upper case names the same task.
  const following = [follow(importId.toUpperCase()), follow(importId, { on: second })];
  await letGo();
  const ended = { event: 'task', state: 'done', done: 1, total: 1 };
  for (const { body } of await Promise.all(following)) {
    const events = progressOf(body);
    expect(events.at(-1)).toEqual(ended);
    expect(new Set(events.map((one) => JSON.stringify(one))).size).toBe(events.length);
  }
  // A late subscriber gets the result.
  expect(progressOf((await follow(importId)).body)).toEqual([ended]);
});

test('is refused before the stream is open: for a student, and for an unknown task', async () => {
  const { importId, letGo } = await beginImport();
  await letGo();
  const student = await makeStudent(server.pool);
  expect((await follow(importId, { by: student })).statusCode).toBe(403);
  for (const kind of ['student-import', 'comparison', 'hand-in-test', 'judging']) {
    const reply = await follow(randomUUID(), { kind });
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
  }
  for (const odd of [follow('1'), follow(randomUUID(), { kind: 'other' })]) {
    expect((await odd).statusCode).toBe(400);
  }
});

test('a server that stops ends its streams, and the task goes on', async () => {
  const { importId, letGo } = await beginImport();
  const third = await makeSecondServer(server, { environment });
  const address = await third.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `${address}/api/v1/tasks/student-import/${importId}/events`;
  const request = get(url, { headers: admin.headers, agent: false });
  const reply = await new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
  expect(reply.headers['content-type']).toContain('text/event-stream');
  const closing = third.close();
  expect(progressOf(await text(reply)).every(({ state }) => state !== 'done')).toBe(true);
  await letGo();
  await closing;
  expect(progressOf((await follow(importId)).body).at(-1)?.state).toBe('done');
});
