import { expect, test } from 'vitest';
import { PublicError } from '../platform/errors.ts';
import { makeRollNumber, makeStudent } from '../testing/acts/make.ts';
import { setUpServer } from '../testing/server.setup.ts';
import { createAdmin, disableAccount, enableAccount, resetPassword } from './accounts.service.ts';

const server = setUpServer();

const newAdmin = (id = makeRollNumber()) => ({
  id,
  name: 'Head of the lab',
  email: `${id}@example.edu`,
  password: 'a password',
});

async function login(id: string, password: string) {
  const payload = { id, password };
  return server.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload });
}

test('an admin that was created signs in as an admin', async () => {
  const admin = newAdmin();
  await createAdmin(server.pool, admin);
  expect((await login(admin.id, admin.password)).json().user.role).toBe(1);
});

test('creating an admin takes over no account that exists', async () => {
  const student = await makeStudent(server.pool);
  const creation = createAdmin(server.pool, { ...newAdmin(student.id), email: 'x@example.edu' });
  await expect(creation).rejects.toMatchObject({ status: 409, code: 'roll_number_taken' });
  expect((await login(student.id, student.password)).json().user.role).toBe(0);
});

test.each([
  ['id', 'two words'],
  ['name', ''],
  ['email', 'nothing'],
  ['password', ''],
])('an admin with a faulty %s is refused', async (field, value) => {
  const creation = createAdmin(server.pool, { ...newAdmin(), [field]: value });
  await expect(creation).rejects.toMatchObject({
    status: 400,
    fields: { [field]: expect.any(String) },
  });
});

test('a reset password works, the old one does not, and every session has ended', async () => {
  const student = await makeStudent(server.pool);
  await resetPassword(server.pool, student.id, 'the new one');
  expect((await login(student.id, student.password)).statusCode).toBe(401);
  expect((await login(student.id, 'the new one')).statusCode).toBe(200);
  const guard = await server.app.inject({
    url: '/api/v1/auth/user-auth',
    headers: student.headers,
  });
  expect(guard.statusCode).toBe(401);
});

test('an empty password is not set', async () => {
  const student = await makeStudent(server.pool);
  await expect(resetPassword(server.pool, student.id, '')).rejects.toBeInstanceOf(PublicError);
});

test('an account is found whatever the case of its roll number', async () => {
  const student = await makeStudent(server.pool, 'EE21-009');
  await disableAccount(server.pool, 'ee21-009');
  expect((await login(student.id, student.password)).statusCode).toBe(403);
  await enableAccount(server.pool, 'Ee21-009');
  expect((await login(student.id, student.password)).statusCode).toBe(200);
});

test('an account that is not there is named', async () => {
  const refusal = { status: 404, message: 'An account with the roll number ghost was not found.' };
  await expect(resetPassword(server.pool, 'ghost', 'x')).rejects.toMatchObject(refusal);
  await expect(disableAccount(server.pool, 'ghost')).rejects.toMatchObject(refusal);
  await expect(enableAccount(server.pool, 'ghost')).rejects.toMatchObject(refusal);
});

test('someone who has not registered has no password to reset', async () => {
  await server.pool.query(`insert into people (id, name, role) values ('listed-2', 'Listed', 0)`);
  await expect(resetPassword(server.pool, 'listed-2', 'x')).rejects.toMatchObject({
    code: 'not_registered',
  });
});
