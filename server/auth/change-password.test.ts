import { expect, test, vi } from 'vitest';
import { countBlocked } from '../testing/database/blocked.queries.ts';
import { type MadePerson, makeSession, makeStudent } from '../testing/acts/make.ts';
import { setUpServer } from '../testing/server.setup.ts';
import { resetPassword } from './accounts.service.ts';
import { PATIENTLY } from '../../runner/testing/patience.ts';

/** Time for another connection to reach its lock. */

const server = setUpServer();

function changePassword({ headers }: Pick<MadePerson, 'headers'>, payload: object) {
  return server.app.inject({ method: 'PUT', url: '/api/v1/auth/password', headers, payload });
}

async function isSignedIn(authorization: string): Promise<boolean> {
  const url = '/api/v1/auth/user-auth';
  const reply = await server.app.inject({ url, headers: { authorization } });
  return reply.statusCode === 200;
}

async function canLogIn(id: string, password: string): Promise<boolean> {
  const payload = { id, password };
  const reply = await server.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload });
  return reply.statusCode === 200;
}

test('a changed password ends every session and gives this device a new token', async () => {
  const student = await makeStudent(server.pool);
  const elsewhere = await makeSession(server.pool, student.id);
  const reply = await changePassword(student, {
    currentPassword: student.password,
    newPassword: 'the new one',
  });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({ success: true, message: expect.any(String) });
  expect(await isSignedIn(student.token)).toBe(false);
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect(await isSignedIn(reply.json().data.token)).toBe(true);
  expect(await canLogIn(student.id, student.password)).toBe(false);
  expect(await canLogIn(student.id, 'the new one')).toBe(true);
});

test('a wrong current password changes nothing and is reported at its field', async () => {
  const student = await makeStudent(server.pool);
  const reply = await changePassword(student, {
    currentPassword: 'not it',
    newPassword: 'the new one',
  });
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toEqual({
    success: false,
    code: 'wrong_password',
    message: 'The current password is wrong.',
    fields: { currentPassword: 'The current password is wrong.' },
  });
  expect(await isSignedIn(student.token)).toBe(true);
  expect(await canLogIn(student.id, student.password)).toBe(true);
});

test('guessing the current password is throttled like a login', async () => {
  const student = await makeStudent(server.pool);
  const guess = { currentPassword: 'not it', newPassword: 'the new one' };
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => changePassword(student, guess)),
  );
  const statuses = replies.map((reply) => reply.statusCode);
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});

test('a login whose password was changed meanwhile opens no session', async () => {
  const student = await makeStudent(server.pool);
  await resetPassword(server.pool, student.id, 'the new one');
  // As at the end of a login that verified the old password earlier.
  const token = await makeSession(server.pool, student.id, { verifies: true });
  expect(await isSignedIn(token)).toBe(false);
});

test('a changed password also ends a session that is being opened at that moment', async () => {
  const student = await makeStudent(server.pool);
  const login = await server.pool.connect();
  await login.query('begin');
  const token = await makeSession(login, student.id, { verifies: true });
  const reset = resetPassword(server.pool, student.id, 'the new one');
  await vi.waitFor(async () => expect(await countBlocked(server.pool)).toBe(1), PATIENTLY);
  await login.query('commit');
  login.release();
  await reset;
  expect(await isSignedIn(token)).toBe(false);
});

test('of two changes at once, exactly one leaves a working token', async () => {
  const student = await makeStudent(server.pool);
  const replies = await Promise.all(
    ['first', 'second'].map((newPassword) =>
      changePassword(student, { currentPassword: student.password, newPassword }),
    ),
  );
  const tokens = replies
    .filter((reply) => reply.statusCode === 200)
    .map((reply) => String(reply.json().data.token));
  const working = await Promise.all(tokens.map(isSignedIn));
  expect(working.filter(Boolean)).toHaveLength(1);
});
