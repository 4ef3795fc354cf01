import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRollNumber, makeStudent } from '../../testing/acts/make.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';

let open: TestApp;
let roster: TestApp;
beforeAll(async () => {
  open = await makeTestApp();
  roster = await makeTestApp({ environment: { VLABS_REGISTRATION: 'roster' } });
});
afterAll(async () => {
  await open.close();
  await roster.close();
});

const entered = (id = makeRollNumber()) => ({
  id,
  name: 'Ananya Mohanty',
  email: `${id}@example.edu`,
  password: 'a password',
});

function register(payload: object, server = open) {
  return server.app.inject({ method: 'POST', url: '/api/v1/auth/register/', payload });
}

function login({ id, password }: { id: string; password: string }, server = open) {
  const payload = { id, password };
  return server.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload });
}

function putOnList(id: string, server: TestApp) {
  return server.pool.query(
    `insert into people (id, name, email, role) values ($1, 'As listed', $1 || '@example.edu', 0)`,
    [id],
  );
}

test('a registered student can sign in', async () => {
  const person = entered();
  const reply = await register(person);
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toEqual({
    success: true,
    message: 'Registered successfully. You can sign in now.',
  });
  const { user } = (await login(person)).json();
  expect(user).toEqual({ id: person.id, name: person.name, email: person.email, role: 0 });
});

test('register makes a student, whatever the body says', async () => {
  const person = { ...entered(), role: 1, isAdmin: true, is_demo: true };
  await register(person);
  expect((await login(person)).json().user.role).toBe(0);
});

test('a roll number keeps its leading zeros', async () => {
  const person = { ...entered('000123'), email: 'zeros@example.edu' };
  await register(person);
  expect((await login(person)).json().user.id).toBe('000123');
});

test('a roll number is taken once, whatever its case', async () => {
  const person = entered('ME21-007');
  await register(person);
  const again = await register({ ...entered(), id: 'me21-007' });
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({ success: false, code: 'roll_number_taken' });
  expect(Object.keys(again.json().fields)).toEqual(['id']);
});

test('the account of somebody who has no password because they sign in elsewhere is not free', async () => {
  const { id, email } = await makeStudent(open.pool);
  await open.pool.query('update people set password_hash = null where id = $1', [id]);
  expect((await register({ ...entered(), id, email })).json().code).toBe('roll_number_taken');
});

test('an email address is taken once, whatever its case', async () => {
  const person = entered();
  await register(person);
  const again = await register({ ...entered(), email: person.email.toUpperCase() });
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({ success: false, code: 'email_taken' });
  expect(Object.keys(again.json().fields)).toEqual(['email']);
});

/** What Node calls work of a package’s native code, such as hashing, that has no name of its own. */
const UNNAMED = 'undefined';

/** Reports whether an act begins unnamed native work. */
async function hashes(act: () => Promise<unknown>): Promise<boolean> {
  const kinds = new Set<string>();
  const hook = createHook({ init: (_id, kind) => void kinds.add(kind) }).enable();
  await act().finally(() => hook.disable());
  return kinds.has(UNNAMED);
}

test('people who can’t register are refused before a password is hashed, so they wait for no hashing of others', async () => {
  const person = entered();
  expect(await hashes(() => register(person))).toBe(true);
  const codes: string[] = [];
  const hasHashed = await hashes(async () => {
    const replies = await Promise.all([
      register({ ...entered(), id: person.id }),
      register({ ...entered(), email: person.email }),
      register(entered(), roster),
    ]);
    codes.push(...replies.map((reply) => reply.json().code));
  });
  expect(codes).toEqual(['roll_number_taken', 'email_taken', 'forbidden']);
  expect(hasHashed).toBe(false);
});

test('of ten registrations of one roll number at once, exactly one wins', async () => {
  const { id } = entered();
  const people = Array.from({ length: 10 }, (_, index) => ({
    ...entered(id),
    email: `${id}-${index}@example.edu`,
    password: `password ${index}`,
  }));
  const replies = await Promise.all(people.map((person) => register(person)));
  const statuses = replies.map((reply) => reply.statusCode);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array.from({ length: 9 }, () => 409),
  ]);
  const winner = people[statuses.indexOf(201)];
  expect(winner && (await login(winner)).statusCode).toBe(200);
});

test('of two registrations of one listed roll number at once, exactly one wins', async () => {
  const person = entered();
  await putOnList(person.id, open);
  const other = { ...person, name: 'Another', email: person.email.toUpperCase() };
  const replies = await Promise.all([register(person), register(other)]);
  expect(replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

test('with the list only, a listed student takes over their row', async () => {
  const person = entered();
  await putOnList(person.id.toUpperCase(), roster);
  expect((await register(person, roster)).statusCode).toBe(201);
  const { user } = (await login(person, roster)).json();
  expect(user).toMatchObject({ id: person.id.toUpperCase(), name: person.name, role: 0 });
  expect((await register(person, roster)).json().code).toBe('roll_number_taken');
});

test('with the list only, everyone else is told to ask their teacher', async () => {
  const reply = await register(entered(), roster);
  expect(reply.statusCode).toBe(403);
  expect(reply.json()).toEqual({
    success: false,
    code: 'forbidden',
    message: 'This roll number is not on the student list. Ask your teacher to add it.',
  });
});

test('nobody takes over an account by registering it again', async () => {
  const student = await makeStudent(open.pool);
  const reply = await register({ ...entered(student.id), email: 'thief@example.edu' });
  expect(reply.statusCode).toBe(409);
  expect((await login(student)).statusCode).toBe(200);
});

test('nobody becomes an admin by registering an admin who has no password', async () => {
  await open.pool.query(`insert into people (id, name, role) values ('head', 'Head', 1)`);
  expect((await register(entered('head'))).statusCode).toBe(409);
});

test('a listed student who is disabled cannot register', async () => {
  const { id } = entered();
  await putOnList(id, open);
  await open.pool.query('update people set disabled_at = now() where id = $1', [id]);
  expect((await register(entered(id))).statusCode).toBe(409);
});

test.each([
  ['id', '', 'Roll number is required.'],
  ['id', '   ', 'Roll number is required.'],
  ['id', 'two words', 'A roll number has no spaces in it.'],
  ['id', 'x'.repeat(65), 'A roll number has at most 64 characters.'],
  ['name', ' ', 'Full name is required.'],
  ['email', 'nothing', 'Enter a valid email address, like name@example.edu.'],
  ['email', 'a@b@c.de', 'Enter a valid email address, like name@example.edu.'],
  ['password', '', 'Password is required.'],
  ['password', 'x'.repeat(1025), 'A password has at most 1024 characters.'],
])('the field %s of %j is refused at the field', async (field, value, message) => {
  const reply = await register({ ...entered(), [field]: value });
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({
    success: false,
    code: 'invalid',
    fields: { [field]: message },
  });
});

test.each([['a NUL\0byte'], ['half a pair \ud83d'], ['\udc00']])(
  'text that the database cannot keep (%j) is refused, not an error of ours',
  async (text) => {
    for (const field of ['id', 'name', 'email', 'password']) {
      const reply = await register({ ...entered(), [field]: text });
      expect(reply.statusCode).toBe(400);
      expect(Object.keys(reply.json().fields)).toEqual([field]);
    }
  },
);

test('names in any script, and passwords of any sign, live unchanged', async () => {
  const person = { ...entered(), name: 'ଅନନ୍ୟା मोहंती 🎓', password: 'पासवर्ड 🔑 "\'; drop table' };
  await register(person);
  expect((await login(person)).json().user.name).toBe(person.name);
});

test('the same password composed by another keyboard is the same password', async () => {
  const person = { ...entered(), password: 'caf\u00e9' };
  await register(person);
  expect((await login({ ...person, password: 'cafe\u0301' })).statusCode).toBe(200);
});
