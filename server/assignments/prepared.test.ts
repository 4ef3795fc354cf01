import type { Endpoint } from '@vlabs/contract/http/endpoint';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { HANG_MS } from '../../runner/testing/patience.ts';
import { callsAs } from '../testing/acts/calls-as.ts';
import { joinClass, makeClass } from '../testing/acts/make-class.ts';
import { makeStoredFile } from '../testing/acts/make-file.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { plain } from '../testing/acts/testing-programs.ts';
import { bringShowing } from '../testing/database/time-travel.queries.ts';
import {
  type TestApp,
  type TestServer,
  makeSecondServer,
  makeTestApp,
} from '../testing/test-app.ts';
import { updateIfDue } from './assignments.queries.ts';

const SECRET = 'unseen-so-far';
const DUE = '2090-03-01T10:00';
const SOME_TIME = '2090-02-01T10:00';
const HOST = 'labs.example';

const endpoints = new Map<string, Endpoint>();
let server: TestApp;
let second: TestServer;
let admin: MadePerson;
let student: MadePerson;
beforeAll(async () => {
  server = await makeTestApp({
    onRoute: ({ url, config }) => {
      if (config?.endpoint) endpoints.set(`${config.endpoint.method} ${url}`, config.endpoint);
    },
  });
  second = await makeSecondServer(server);
  admin = await makeAdmin(server.pool);
  student = await makeStudent(server.pool);
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const call = callsAs(() => server);

const forStudent = () => ({ everyone: false, rollNumbers: [student.id] });

/** An assignment with a file and a visible test case. */
async function prepare(showFrom?: string, title = SECRET) {
  const file = { bucketId: 'assignments' as const, name: `${title}.txt`, bytes: title };
  const path = await makeStoredFile(server, { ...file, person: admin, host: HOST });
  const form = { path, assignment: title, title, language: 71, dueAt: DUE, audience: forStudent() };
  const url = '/api/v1/auth/create-assignment';
  const headers = { ...admin.headers, host: HOST };
  const payload = { ...form, ...(showFrom !== undefined && { showFrom }) };
  const reply = await server.app.inject({ method: 'POST', url, headers, payload });
  expect(reply.statusCode).toBe(201);
  const { id } = reply.json().data;
  const tests = [{ ...plain, name: title }];
  expect((await call(admin, 'PUT', `/assignments/${id}/tests`, { tests })).status).toBe(200);
  const fileId = /files\/([^/]+)\//.exec(path)?.[1] ?? '';
  return { id: String(id), fileId };
}

const setShown = (id: string, showFrom: string) =>
  call(admin, 'POST', `/assignments/${id}/shown`, { showFrom });

async function findListed(person: MadePerson, id: string) {
  const { result } = (await call(person, 'GET', '/auth/getallassignments')).body;
  return result.find((one: { id: string }) => one.id === id);
}

/** The addresses of all calls that read and that students may make, but for streams of events. */
function listReads({ id, fileId }: { id: string; fileId: string }): string[] {
  return [...endpoints].flatMap(([name, { method, access }]) => {
    const isForStudents = access === 'anyone' || access.includes('student');
    const url = name.slice(method.length + 1);
    if (method !== 'GET' || !isForStudents || url.endsWith('/events')) return [];
    const filled = url.replace(':id', id).replace(':fileId', fileId);
    return filled.replace(':bucketId', 'assignments').replaceAll(/:\w+/g, student.id);
  });
}

async function findCalendar(): Promise<string> {
  const { path } = (await call(student, 'POST', '/calendar-link')).body.data;
  return path;
}

/** The reads of the student whose reply has a word of the assignment. */
async function listLeaks(made: { id: string; fileId: string }, word: string): Promise<string[]> {
  const leaks: string[] = [];
  for (const url of [...listReads(made), await findCalendar()]) {
    const { body } = await server.app.inject({ url, headers: { ...student.headers, host: HOST } });
    if (body.includes(word)) leaks.push(url);
  }
  return leaks;
}

const countOpenings = async (id: string) =>
  (
    await server.pool.query("select 1 from work_changes where work_id = $1 and change = 'opened'", [
      id,
    ])
  ).rows.length;

test('a student gets nothing of an unseen assignment by any call, and all of it once it is shown', async () => {
  const made = await prepare('not_yet');
  expect(await listLeaks(made, SECRET)).toEqual([]);
  expect(await findListed(student, made.id)).toBeUndefined();
  const own = `/assignments/${made.id}`;
  const program = { kind: 'program', language: 71, source: 'print(3)' };
  for (const [method, path, payload] of [
    ['GET', own, undefined],
    ['GET', `${own}/tests`, undefined],
    ['GET', `${own}/hand-ins/${student.id}`, undefined],
    ['POST', `${own}/hand-ins`, program],
  ] as const) {
    const { status } = await call(student, method, path, payload);
    expect({ path, status }).toEqual({ path, status: 404 });
  }
  expect(await findListed(admin, made.id)).toMatchObject({ prepared: { showFrom: null } });

  expect((await setShown(made.id, 'now')).status).toBe(200);
  const seenBy = await listLeaks(made, SECRET);
  const paths = ['/auth/getallassignments', own, `${own}/tests`, '/notices'];
  expect(seenBy).toEqual(expect.arrayContaining(paths.map((path) => `/api/v1${path}`)));
  expect(seenBy).toContain(`/v1/storage/buckets/assignments/files/${made.fileId}/download`);
  expect((await call(student, 'POST', `${own}/hand-ins`, program)).status).toBe(201);
  expect(await findListed(admin, made.id)).not.toHaveProperty('prepared');
});

test('at its time an assignment appears, and of two servers one tells students of it', async () => {
  const { id } = await prepare(SOME_TIME, 'At a time');
  const { prepared } = await findListed(admin, id);
  expect(prepared).toEqual({ showFrom: '2090-02-01T04:30:00.000Z' });
  expect(await updateIfDue(server.pool, id)).toBe(false);
  expect(await countOpenings(id)).toBe(0);
  await bringShowing(server.pool);
  await vi.waitFor(async () => expect(await findListed(student, id)).toBeDefined(), {
    timeout: HANG_MS,
    interval: 20,
  });
  await Promise.all([updateIfDue(server.pool, id), updateIfDue(server.pool, id)]);
  expect(await countOpenings(id)).toBe(1);
});

test('at its time an assignment of an archived class stays unseen, until a teacher of the reopened class shows it', async () => {
  const made = await makeClass(server.pool, admin);
  await joinClass(server.pool, made, student, { role: 'student' });
  const audience = { everyone: true, inClass: { classId: made.classId, sections: [] } };
  const form = { assignment: 'Of old', dueAt: DUE, showFrom: SOME_TIME, audience };
  const { id } = (await call(admin, 'POST', '/auth/create-assignment', form)).body.data;
  const findOfClass = async () => {
    const { body } = await call(admin, 'GET', `/auth/getallassignments?class=${made.classId}`);
    return body.result.find((one: { id: string }) => one.id === id);
  };
  const setState = (state: string) =>
    call(admin, 'POST', `/classes/${made.classId}/state`, { state });
  expect((await setState('archived')).status).toBe(200);
  await bringShowing(server.pool);
  await expect.poll(findOfClass).toMatchObject({ prepared: { showFrom: null } });
  expect(await findListed(student, id)).toBeUndefined();
  expect(await countOpenings(id)).toBe(0);
  expect((await setState('open')).status).toBe(200);
  expect(await findListed(student, id)).toBeUndefined();
  expect((await setShown(id, 'now')).status).toBe(200);
  expect(await findListed(student, id)).toBeDefined();
  expect(await countOpenings(id)).toBe(1);
});

test('two servers whose jobs begin together show an assignment once', async () => {
  const { id } = await prepare('not_yet', 'Together');
  await server.pool.query('update assignments set shown_from = now() where id = $1', [id]);
  const shown = await Promise.all([updateIfDue(server.pool, id), updateIfDue(server.pool, id)]);
  expect(shown.filter((isFirst) => isFirst)).toHaveLength(1);
  expect(await countOpenings(id)).toBe(1);
});

test('without a choice an assignment is seen at once, and it can be hidden until a student hands in', async () => {
  const { id } = await prepare(undefined, 'At once');
  expect(await findListed(student, id)).toBeDefined();
  expect((await setShown(id, SOME_TIME)).status).toBe(200);
  expect(await findListed(student, id)).toBeUndefined();
  expect((await setShown(id, 'not_yet')).status).toBe(200);
  await bringShowing(server.pool);
  expect(await updateIfDue(server.pool, id)).toBe(false);
  expect((await setShown(id, 'now')).status).toBe(200);
  const payload = { kind: 'text', text: 'Three.' };
  expect((await call(student, 'POST', `/assignments/${id}/hand-ins`, payload)).status).toBe(201);
  for (const showFrom of ['not_yet', SOME_TIME]) {
    expect(await setShown(id, showFrom)).toMatchObject({
      status: 409,
      body: { code: 'handed_in' },
    });
  }
  expect(await findListed(student, id)).toBeDefined();
});

test('a time that is past, or not before the assignment is due, is refused', async () => {
  const { id } = await prepare('not_yet', 'Times');
  for (const showFrom of ['2020-01-01T10:00', DUE]) {
    const refusal = { status: 400, body: { code: 'wrong_show_time' } };
    expect(await setShown(id, showFrom)).toMatchObject(refusal);
    const form = { assignment: 'Times', dueAt: DUE, showFrom };
    expect(await call(admin, 'POST', '/auth/create-assignment', form)).toMatchObject(refusal);
  }
  expect((await setShown(id, 'some day')).status).toBe(400);
  expect((await setShown(id, SOME_TIME)).status).toBe(200);
  const earlier = { title: 'Times', text: 'Times', dueAt: '2090-01-01T10:00' };
  expect(await call(admin, 'PUT', `/assignments/${id}`, earlier)).toMatchObject({ status: 400 });
  expect(await findListed(admin, id)).toMatchObject({ prepared: { showFrom: expect.anything() } });
});

test('what was withdrawn before students saw it is in no calendar', async () => {
  const { id } = await prepare('not_yet', 'Never-seen');
  const status = { status: 'withdrawn' };
  expect((await call(admin, 'POST', `/assignments/${id}/status`, status)).status).toBe(200);
  expect(await findListed(admin, id)).not.toHaveProperty('prepared');
  expect((await server.app.inject({ url: await findCalendar() })).body).not.toContain('Never-seen');
});
