import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTerminal } from '../../testing/peers/live-terminal.ts';
import {
  type MadePerson,
  makeAdmin,
  makeGuest,
  makeRollNumber,
  makeStudent,
} from '../../testing/acts/make.ts';
import { importList, lineOf, listOf, previewList } from '../../testing/acts/student-lists.ts';
import {
  type TestApp,
  type TestServer,
  makeSecondServer,
  makeTestApp,
} from '../../testing/test-app.ts';
import { HANG_MS } from '../../../runner/testing/patience.ts';

/** Both servers share the files of one installation. */
const folder = await mkdtemp(join(tmpdir(), 'vlabs-guests-'));
const environment = { VLABS_REGISTRATION: 'confirmed', VLABS_DATA: folder };
let server: TestApp;
let second: TestServer;
let admin: MadePerson;
beforeAll(async () => {
  server = await makeTestApp({ environment });
  second = await makeSecondServer(server, { environment });
  admin = await makeAdmin(server.pool);
});
afterAll(async () => {
  await second.close();
  await server.close();
});

/** As `lineOf` lists them, unless another address is given. */
async function registerAndSignIn(id = makeRollNumber(), email = `${id}@x.edu`) {
  const person = { id, name: 'Asha Rao', email, password: 'nine dogs bark' };
  const registered = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/register/',
    payload: person,
  });
  expect(registered.statusCode).toBe(201);
  const login = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { id, password: person.password },
  });
  return { id, user: login.json().user, headers: { authorization: login.json().token } };
}

const get = (url: string, headers: object, { app }: TestServer = server) =>
  app.inject({ url, headers: { ...headers } });

function stop(token: string, headers: Record<string, string>) {
  const url = `/api/v1/runs/${token}/stop`;
  return server.app.inject({ method: 'POST', url, headers, payload: {} });
}

const asAdmin = (url: string) => get(url, admin.headers);

function confirm(rollNumbers: string[]) {
  return server.app.inject({
    method: 'POST',
    url: '/api/v1/students/confirm',
    headers: admin.headers,
    payload: { rollNumbers },
  });
}

const isGuest = async (headers: object, on: TestServer = server) =>
  (await get('/api/v1/auth/account', headers, on)).json().data.isGuest;

test('an unlisted person who registers is a guest, and a student on the wire', async () => {
  const guest = await registerAndSignIn();
  expect(guest.user).toMatchObject({ id: guest.id, role: 0 });
  expect((await get('/api/v1/auth/user-auth/', guest.headers)).json()).toEqual({ ok: true });
  expect(await isGuest(guest.headers)).toBe(true);
});

test('a guest hears in plain words why a page is closed to them', async () => {
  const { headers } = await makeGuest(server.pool);
  for (const url of ['/api/v1/auth/getQuizData', '/api/v1/auth/getallassignments']) {
    const reply = await get(url, headers);
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toEqual({
      success: false,
      code: 'guest',
      message:
        'You are a guest: your roll number is on no student list yet. Ask your teacher to confirm you.',
    });
  }
  expect((await get('/api/v1/students', headers)).json().code).toBe('forbidden');
});

test('a guest keeps programs and is held to the limits of a student', async () => {
  const { headers } = await makeGuest(server.pool);
  const saved = await server.app.inject({
    method: 'POST',
    url: '/api/v1/programs/versions',
    headers,
    payload: { assignment: '', languageId: 71, text: 'print(1)', name: 'First' },
  });
  expect(saved.statusCode).toBeLessThan(300);
  const run = () =>
    server.app.inject({
      method: 'POST',
      url: '/judge0/submissions',
      headers,
      payload: { language_id: 71, source_code: 'print(1)' },
    });
  const [first, other] = [await run(), await run()];
  expect((await run()).statusCode).toBe(429);
  await stop(first.json().token, headers);
  await stop(other.json().token, headers);
});

test('a guest may open a terminal', async () => {
  const { token } = await makeGuest(server.pool);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const terminal = await openTerminal(server.app);
  terminal.start({ token, languageId: 71, source: 'print(1)' });
  await vi.waitUntil(() => terminal.lastEvent !== undefined, { timeout: HANG_MS, interval: 10 });
  expect(terminal.runToken).not.toBeNull();
  terminal.close();
});

test('a guest is no student in counts, in audiences and in the list of all', async () => {
  const before = (await asAdmin('/api/v1/admin-counts')).json().data.students;
  const guest = await makeGuest(server.pool);
  expect((await asAdmin('/api/v1/admin-counts')).json().data.students).toBe(before);
  const scope = await server.app.inject({
    method: 'POST',
    url: '/api/v1/audience-reach',
    headers: admin.headers,
    payload: { everyone: true, rollNumbers: [guest.id] },
  });
  expect(scope.json().data).toMatchObject({ students: before, unknown: [guest.id.toLowerCase()] });
  expect((await asAdmin('/api/v1/auth/getall/')).body).not.toContain(guest.id);
  expect((await asAdmin(`/api/v1/insight/students/${guest.id}`)).statusCode).toBe(404);
});

test('a guest is in no audience, not even in everyone', async () => {
  const guest = await makeGuest(server.pool);
  const made = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/create-assignment',
    headers: admin.headers,
    payload: { assignment: 'Add two numbers.' },
  });
  const { id } = made.json().data;
  const { data } = (await asAdmin(`/api/v1/assignments/${id}/hand-ins`)).json();
  expect(JSON.stringify(data)).not.toContain(guest.id);
  const work = (await asAdmin(`/api/v1/students/${guest.id}/work`)).json().data;
  expect(work).toMatchObject({ assignments: [], quizzes: [] });
});

test('admins see guests as such, and confirm them with a line in the audit log', async () => {
  const guest = await registerAndSignIn();
  const { data } = (await asAdmin(`/api/v1/students?account=Guest&search=${guest.id}`)).json();
  expect(data.students).toMatchObject([{ rollNumber: guest.id, isGuest: true, isListed: false }]);
  expect(data.counts.found).toEqual({ students: 0, guests: 1 });

  const reply = await confirm([guest.id.toLowerCase()]);
  expect(reply.json()).toMatchObject({ success: true, data: { confirmed: [guest.id] } });
  const log = (await asAdmin(`/api/v1/audit/lines?person=${guest.id}`)).json().data.lines;
  expect(log).toMatchObject([{ action: 'confirm-guest', personId: guest.id, by: admin.id }]);
});

test('a confirmation takes effect with the next call, on every server', async () => {
  const guest = await registerAndSignIn();
  expect(await isGuest(guest.headers, second)).toBe(true);
  expect((await get('/api/v1/auth/getQuizData', guest.headers, second)).statusCode).toBe(403);
  await confirm([guest.id]);
  expect((await get('/api/v1/auth/getQuizData', guest.headers, second)).statusCode).toBe(200);
  expect(await isGuest(guest.headers, second)).toBe(false);
});

test('only a guest is confirmed or removed', async () => {
  const student = await makeStudent(server.pool);
  expect((await confirm([student.id, admin.id])).json()).toMatchObject({ code: 'no_guest' });
  const removal = await server.app.inject({
    method: 'DELETE',
    url: `/api/v1/students/${student.id}`,
    headers: admin.headers,
  });
  expect(removal.json()).toMatchObject({ code: 'no_guest' });
  expect((await get('/api/v1/auth/user-auth', student.headers)).statusCode).toBe(200);
});

test('what is known of a guest is not edited before they are confirmed', async () => {
  const guest = await makeGuest(server.pool);
  const { data } = (await asAdmin(`/api/v1/students/${guest.id}`)).json();
  const edit = () =>
    server.app.inject({
      method: 'PUT',
      url: `/api/v1/students/${guest.id}`,
      headers: admin.headers,
      payload: { ...data, course: 'CSE' },
    });
  expect((await edit()).json()).toMatchObject({ code: 'guest' });
  await confirm([guest.id]);
  expect((await edit()).statusCode).toBe(200);
});

test('a list with the address that a guest registered with confirms them', async () => {
  const id = makeRollNumber();
  const guest = await registerAndSignIn(id, `${id}@X.EDU`);
  const { body } = await importList(server.app, listOf(lineOf(id)), { admin });
  expect(body.data).toMatchObject({ added: 1, problems: [] });
  expect(await isGuest(guest.headers, second)).toBe(false);
  expect((await asAdmin(`/api/v1/students/${id}`)).json().data).toMatchObject({
    isGuest: false,
    isListed: true,
    course: 'B.Tech CSE',
  });
});

test('a list with another address leaves the guest one, and says so', async () => {
  const id = makeRollNumber();
  const other = makeRollNumber();
  const guest = await registerAndSignIn(id, `somebody-${id}@mail.example`);
  const list = listOf(lineOf(id), lineOf(other));
  const message = `${id} has registered as a guest with somebody-${id}@mail.example. Confirm or remove the guest, then upload the list again.`;
  const shown = await previewList(server.app, list, { admin });
  expect(shown.body.data.problems).toEqual([{ line: 2, column: 'Email ID', message }]);
  const { body } = await importList(server.app, list, { admin });
  expect(body.data).toMatchObject({ added: 1, problems: [{ line: 2, message }] });
  expect(await isGuest(guest.headers)).toBe(true);
});

test('a guest who took another person’s roll number is removed with all their data', async () => {
  const id = makeRollNumber();
  const thief = await registerAndSignIn(id, `thief-${id}@mail.example`);
  const run = await server.app.inject({
    method: 'POST',
    url: '/judge0/submissions',
    headers: thief.headers,
    payload: { language_id: 71, source_code: 'print(1)' },
  });
  const { token } = run.json();
  await stop(token, thief.headers);
  const removal = await server.app.inject({
    method: 'DELETE',
    url: `/api/v1/students/${id}`,
    headers: admin.headers,
  });
  expect(removal.statusCode).toBe(200);
  expect((await get('/api/v1/auth/user-auth', thief.headers, second)).statusCode).toBe(401);

  await importList(server.app, listOf(lineOf(id)), { admin });
  const student = await registerAndSignIn(id);
  expect(await isGuest(student.headers)).toBe(false);
  expect((await get('/api/v1/runs', student.headers)).json().data).toEqual([]);
  const old = await get(`/judge0/submissions/${token}`, student.headers);
  expect(old.statusCode).toBe(404);
});

test('a listed person who registers is a student at once', async () => {
  const id = makeRollNumber();
  await importList(server.app, listOf(lineOf(id)), { admin });
  const student = await registerAndSignIn(id);
  expect(await isGuest(student.headers)).toBe(false);
});
