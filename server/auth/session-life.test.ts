import { expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { ageSessions, ageSignIns } from '../testing/database/time-travel.queries.ts';
import { setUpServer } from '../testing/server.setup.ts';
import { makeTestApp } from '../testing/test-app.ts';
import { createStaff } from './staff.service.ts';

const DAY_MINUTES = 24 * 60;

const server = setUpServer();

async function signIn(
  { id, password }: Pick<MadePerson, 'id' | 'password'>,
  sharedComputer?: boolean,
  on = server,
): Promise<string> {
  const payload = { id, password, ...(sharedComputer !== undefined && { sharedComputer }) };
  const reply = await on.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload });
  expect(reply.statusCode).toBe(200);
  return reply.json().token;
}

async function isOpen(token: string, on = server): Promise<boolean> {
  const headers = { authorization: token };
  const reply = await on.app.inject({ url: '/api/v1/auth/user-auth', headers });
  return reply.statusCode === 200;
}

async function listSessions(token: string): Promise<{ isShared: boolean; current: boolean }[]> {
  const headers = { authorization: token };
  const reply = await server.app.inject({ url: '/api/v1/auth/sessions', headers });
  return reply.json().data;
}

test('a session on a shared computer ends after 30 minutes without use', async () => {
  const student = await makeStudent(server.pool);
  const token = await signIn(student, true);
  await ageSessions(server.pool, student.id, 29);
  expect(await isOpen(token)).toBe(true);
  await ageSessions(server.pool, student.id, 31);
  expect(await isOpen(token)).toBe(false);
  expect(await isOpen(student.token)).toBe(true);
});

async function leave(token: string): Promise<void> {
  const headers = { authorization: token };
  const reply = await server.app.inject({ method: 'POST', url: '/api/v1/auth/leave', headers });
  expect(reply.statusCode).toBe(200);
}

test('a session on a shared computer ends a minute after its tab is closed', async () => {
  const student = await makeStudent(server.pool);
  const token = await signIn(student, true);
  await leave(token);
  await leave(student.token);
  await ageSessions(server.pool, student.id, 1);
  expect(await isOpen(token)).toBe(false);
  expect(await isOpen(student.token)).toBe(true);
});

test('a session on a shared computer goes on after a reload of its page', async () => {
  const student = await makeStudent(server.pool);
  const token = await signIn(student, true);
  await leave(token);
  expect(await isOpen(token)).toBe(true);
  await ageSessions(server.pool, student.id, 29);
  expect(await isOpen(token)).toBe(true);
});

test('a person sees which of their sessions are on shared computers', async () => {
  const student = await makeStudent(server.pool);
  const token = await signIn(student, true);
  const sessions = await listSessions(token);
  expect(sessions.map(({ isShared, current }) => [isShared, current])).toEqual([
    [true, true],
    [false, false],
  ]);
  await ageSessions(server.pool, student.id, 31);
  expect((await listSessions(student.token)).map(({ isShared }) => isShared)).toEqual([false]);
});

test('a password that is changed on a shared computer opens a session for a shared computer', async () => {
  const student = await makeStudent(server.pool);
  const token = await signIn(student, true);
  const reply = await server.app.inject({
    method: 'PUT',
    url: '/api/v1/auth/password',
    headers: { authorization: token },
    payload: { currentPassword: student.password, newPassword: 'another long password' },
  });
  const next = reply.json().data.token;
  expect((await listSessions(next)).map(({ isShared }) => isShared)).toEqual([true]);
});

test('a session that is used every day ends after 30 days', async () => {
  const student = await makeStudent(server.pool);
  await ageSignIns(server.pool, student.id, 30 * DAY_MINUTES - 1);
  expect(await isOpen(student.token)).toBe(true);
  await ageSignIns(server.pool, student.id, 2);
  expect(await isOpen(student.token)).toBe(false);
});

test('a session of a campus admin ends after 12 hours, and one of staff after 30 days', async () => {
  const admin = await makeAdmin(server.pool);
  const newStaff = { id: `F-${admin.id}`, name: 'Staff', email: `f.${admin.id}@example.edu` };
  const { password } = await createStaff(server.pool, newStaff);
  const staffToken = await signIn({ id: newStaff.id, password });
  const tokens = [admin.token, await signIn(admin, true)];
  const age = async (minutes: number) => {
    await ageSignIns(server.pool, admin.id, minutes);
    await ageSignIns(server.pool, newStaff.id, minutes);
  };
  await age(12 * 60 - 1);
  for (const token of tokens) expect(await isOpen(token)).toBe(true);
  await age(2);
  for (const token of tokens) expect(await isOpen(token)).toBe(false);
  expect(await isOpen(staffToken)).toBe(true);
});

test('the settings say how long sessions last', async () => {
  const other = await makeTestApp({
    environment: {
      VLABS_SHARED_IDLE_MINUTES: '10',
      VLABS_SESSION_DAYS: '2',
      VLABS_ADMIN_SESSION_HOURS: '1',
    },
  });
  const installation = await other.app.inject({ url: '/api/v1/installation' });
  expect(installation.json().data.sharedIdleMinutes).toBe(10);
  const student = await makeStudent(other.pool);
  const admin = await makeAdmin(other.pool);
  const shared = await signIn(student, true, other);
  const longest = await signIn(student, false, other);
  const adminToken = await signIn(admin, false, other);
  await ageSessions(other.pool, student.id, 11);
  await ageSignIns(other.pool, admin.id, 61);
  const areOpen = [shared, longest, adminToken].map((token) => isOpen(token, other));
  expect(await Promise.all(areOpen)).toEqual([false, true, false]);
  await ageSignIns(other.pool, student.id, 2 * DAY_MINUTES + 1);
  expect(await isOpen(longest, other)).toBe(false);
  await other.close();
});

test('a session that was open before the longest life existed gets one', async () => {
  const student = await makeStudent(server.pool);
  // As an earlier server adds it, which may run beside this one.
  await server.pool.query(
    `insert into sessions (token_hash, person_id, address, browser)
      select sha256('earlier'), id, '', '' from people where id = $1`,
    [student.id],
  );
  const { rows } = await server.pool.query(
    `select ends_at - created_at = interval '30 days' as "ends" from sessions where browser = ''`,
  );
  expect(rows).toEqual([{ ends: true }]);
});
