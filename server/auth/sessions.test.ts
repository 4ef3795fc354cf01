import { assert, property, string } from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readToken } from '../platform/access/sessions.ts';
import { makeAdmin, makeSession, makeStudent } from '../testing/acts/make.ts';
import { setUpServer } from '../testing/server.setup.ts';
import { ageSessions } from '../testing/database/time-travel.queries.ts';

const DAY_MINUTES = 24 * 60;

const server = setUpServer();

function get(url: string, authorization?: string) {
  return server.app.inject({ url, headers: authorization === undefined ? {} : { authorization } });
}

const userAuth = (authorization?: string) => get('/api/v1/auth/user-auth/', authorization);
const adminAuth = (authorization?: string) => get('/api/v1/auth/admin-auth/', authorization);
const listSessions = (authorization: string) => get('/api/v1/auth/sessions', authorization);

function endSession(authorization: string, sessionId: string) {
  const url = `/api/v1/auth/sessions/${sessionId}`;
  return server.app.inject({ method: 'DELETE', url, headers: { authorization } });
}

test('user-auth says ok to any signed-in caller, and only that', async () => {
  for (const person of [await makeStudent(server.pool), await makeAdmin(server.pool)]) {
    const reply = await userAuth(person.token);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ ok: true });
  }
});

test('user-auth says not ok, and only that, to anyone else', async () => {
  const { token } = await makeStudent(server.pool);
  const wrong = ['', 'undefined', 'null', `${token}x`, token.slice(1), `Basic ${token}`];
  for (const authorization of [undefined, ...wrong]) {
    const reply = await userAuth(authorization);
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toEqual({ ok: false });
  }
});

test('admin-auth says ok to an admin, 403 to a student and 401 to anyone else', async () => {
  const admin = await adminAuth((await makeAdmin(server.pool)).token);
  expect([admin.statusCode, admin.json()]).toEqual([200, { ok: true }]);
  const student = await adminAuth((await makeStudent(server.pool)).token);
  expect([student.statusCode, student.json()]).toEqual([403, { ok: false }]);
  const nobody = await adminAuth();
  expect([nobody.statusCode, nobody.json()]).toEqual([401, { ok: false }]);
});

test('the token is read raw and after the word Bearer', async () => {
  const { token } = await makeStudent(server.pool);
  for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`]) {
    expect((await userAuth(authorization)).statusCode).toBe(200);
  }
});

test('the token is not read from the query or a cookie', async () => {
  const { token } = await makeStudent(server.pool);
  const query = await get(`/api/v1/auth/user-auth/?token=${token}&authorization=${token}`);
  expect(query.statusCode).toBe(401);
  const url = '/api/v1/auth/user-auth';
  const cookie = await server.app.inject({ url, headers: { cookie: `authorization=${token}` } });
  expect(cookie.statusCode).toBe(401);
});

test('a token is valid for seven days since its last use', async () => {
  const student = await makeStudent(server.pool);
  await ageSessions(server.pool, student.id, 7 * DAY_MINUTES - 1);
  expect((await userAuth(student.token)).statusCode).toBe(200);
  // That request renewed it.
  await ageSessions(server.pool, student.id, 7 * DAY_MINUTES - 1);
  expect((await userAuth(student.token)).statusCode).toBe(200);
  await ageSessions(server.pool, student.id, 7 * DAY_MINUTES + 1);
  expect((await userAuth(student.token)).statusCode).toBe(401);
});

test('the use of a session is written down once a minute at most', async () => {
  const student = await makeStudent(server.pool);
  const lastUse = async () => {
    const { rows } = await server.pool.query(
      'select xmin, last_used_at from sessions where person_id = $1',
      [student.id],
    );
    return rows[0];
  };
  const before = await lastUse();
  await Promise.all(Array.from({ length: 20 }, () => userAuth(student.token)));
  expect(await lastUse()).toEqual(before);
  await ageSessions(server.pool, student.id, 2);
  await userAuth(student.token);
  const { last_used_at: touched } = await lastUse();
  expect(touched.getTime()).toBeGreaterThan(before.last_used_at.getTime());
});

test('a signed-in call costs one query for who the caller is', async () => {
  const { token } = await makeStudent(server.pool);
  const query = vi.spyOn(server.pool, 'query');
  onTestFinished(() => query.mockRestore());
  await userAuth(token);
  // The server's own work, such as its lease, uses the same pool.
  const aboutSessions = query.mock.calls.filter((call) =>
    /\bsessions\b/.test(JSON.stringify(call)),
  );
  expect(aboutSessions).toHaveLength(1);
});

test('logout ends the session on the server, and no other', async () => {
  const student = await makeStudent(server.pool);
  const other = await makeSession(server.pool, student.id);
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/logout',
    headers: student.headers,
  });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({ success: true, message: 'User logged out successfully' });
  expect((await userAuth(student.token)).statusCode).toBe(401);
  expect((await userAuth(other)).statusCode).toBe(200);
});

test('logout takes a JSON content type without a body', async () => {
  const student = await makeStudent(server.pool);
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/logout',
    headers: { ...student.headers, 'content-type': 'application/json' },
  });
  expect(reply.statusCode).toBe(200);
});

test('a person sees their own sessions, newest use first, and which one this is', async () => {
  const student = await makeStudent(server.pool);
  await ageSessions(server.pool, student.id, 30);
  const login = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { id: student.id, password: student.password },
    headers: { 'user-agent': 'A telephone' },
    remoteAddress: '192.0.2.77',
  });
  const reply = await listSessions(login.json().token);
  expect(reply.json().success).toBe(true);
  expect(reply.json().data).toMatchObject([
    { address: '192.0.2.77', browser: 'A telephone', current: true },
    { address: '192.0.2.1', browser: 'A browser of the tests', current: false },
  ]);
  expect(reply.body).not.toContain(student.token);
});

test('sessions that have expired are not listed, and the next login removes them', async () => {
  const student = await makeStudent(server.pool);
  await ageSessions(server.pool, student.id, 8 * DAY_MINUTES);
  const payload = { id: student.id, password: student.password };
  const login = await server.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload });
  expect((await listSessions(login.json().token)).json().data).toHaveLength(1);
  const { rowCount } = await server.pool.query('select 1 from sessions where person_id = $1', [
    student.id,
  ]);
  expect(rowCount).toBe(1);
});

test('a person ends another session of theirs', async () => {
  const student = await makeStudent(server.pool);
  const other = await makeSession(server.pool, student.id);
  const [session] = (await listSessions(other))
    .json()
    .data.filter((each: { current: boolean }) => each.current);
  expect((await endSession(student.token, session.sessionId)).statusCode).toBe(200);
  expect((await userAuth(other)).statusCode).toBe(401);
  expect((await userAuth(student.token)).statusCode).toBe(200);
});

test('nobody ends a session of someone else, not even an admin', async () => {
  const student = await makeStudent(server.pool);
  const [session] = (await listSessions(student.token)).json().data;
  for (const other of [await makeStudent(server.pool), await makeAdmin(server.pool)]) {
    const reply = await endSession(other.token, session.sessionId);
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ success: false, code: 'not_found' });
  }
  expect((await userAuth(student.token)).statusCode).toBe(200);
});

test('a header is read as a token only when it could be one', () => {
  assert(
    property(string(), (header) => {
      expect(readToken(header) ?? 'x'.repeat(43)).toMatch(/^[\w-]{43}$/);
    }),
  );
});

test('a person is signed in on twenty devices at most; a new one ends the one used longest ago', async () => {
  const person = await makeStudent(server.pool);
  const { id, password } = person;
  await ageSessions(server.pool, id, 60);
  const url = '/api/v1/auth/login';
  const signIn = () => server.app.inject({ method: 'POST', url, payload: { id, password } });
  const isIn = async (authorization: string) =>
    (await server.app.inject({ url: '/api/v1/auth/user-auth/', headers: { authorization } }))
      .statusCode === 200;
  const tokens: string[] = [];
  for (let time = 1; time <= 20; time += 1) tokens.push((await signIn()).json().token);
  expect(await isIn(person.token)).toBe(false);
  expect(await Promise.all(tokens.map(isIn))).toEqual(tokens.map(() => true));
});
