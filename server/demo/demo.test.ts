import { beforeAll, describe, expect, test } from 'vitest';
import { createAdmin, disableAccount, enableAccount } from '../auth/accounts.service.ts';
import { closeDemo, seedDemo } from './demo.ts';
import { makeStudent } from '../testing/acts/make.ts';
import { setUpServer } from '../testing/server.setup.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';

const server = setUpServer({ environment: { VLABS_DEMO: 'on' } });
beforeAll(async () => {
  await seedDemo(server.pool);
});

const admin = { id: 'admin', password: 'vlabs-admin' };
const student = { id: '2105001', password: 'vlabs-student' };

function login(payload: { id: string; password: string }, { app }: Pick<TestApp, 'app'> = server) {
  return app.inject({ method: 'POST', url: '/api/v1/auth/login', payload });
}

async function listPeople() {
  const { rows } = await server.pool.query(
    `select id, name, email, role, password_hash, is_demo from people order by id`,
  );
  return rows;
}

async function listStudents() {
  const { token } = (await login(admin)).json();
  const headers = { authorization: token };
  const url = '/api/v1/students?max=1000';
  return (await server.app.inject({ url, headers })).json().data.students;
}

async function listShownAccounts({ app }: Pick<TestApp, 'app'> = server) {
  return (await app.inject({ url: '/api/v1/installation' })).json().data.demoAccounts;
}

test('the two demo accounts work', async () => {
  expect((await login(admin)).json().user).toMatchObject({ id: 'admin', role: 1 });
  expect((await login(student)).json().user).toMatchObject({ id: '2105001', role: 0 });
});

test('the class has forty students, and only one of them has a password', async () => {
  const students = (await listPeople()).filter((person) => person.role === 0);
  expect(students).toHaveLength(40);
  expect(students.filter((person) => person.password_hash !== null)).toHaveLength(1);
  expect(new Set(students.map((person) => person.name)).size).toBe(40);
});

test('every student of the class has a full record', async () => {
  const students = await listStudents();
  expect(students).toHaveLength(40);
  for (const { registeredAt: _, disabledAt: __, ...record } of students) {
    expect(Object.values(record)).not.toContain('');
    expect(record.other).toHaveLength(1);
  }
});

test('seeding again changes nothing', async () => {
  const before = [await listPeople(), await listStudents()];
  await seedDemo(server.pool);
  expect([await listPeople(), await listStudents()]).toEqual(before);
});

test('the class has four assignments, some handed in and some marked', async () => {
  const { token } = (await login(student)).json();
  const list = async () =>
    (
      await server.app.inject({
        url: '/api/v1/auth/getallassignments',
        headers: { authorization: token },
      })
    ).json().result;
  const statuses = (await list()).map(({ status }: { status: string }) => status);
  expect(statuses.toSorted()).toEqual(['Marked', 'Pending', 'Pending', 'Submitted']);
  await seedDemo(server.pool);
  expect(await list()).toHaveLength(4);
});

test('the login page gets the accounts that work', async () => {
  expect(await listShownAccounts()).toEqual([
    { role: 1, ...admin },
    { role: 0, ...student },
  ]);
});

test('a demo account with another password gets its own back at the next start', async () => {
  const { token } = (await login(student)).json();
  await server.app.inject({
    method: 'PUT',
    url: '/api/v1/auth/password',
    headers: { authorization: token },
    payload: { currentPassword: student.password, newPassword: 'mine now' },
  });
  expect((await login(student)).statusCode).toBe(401);
  await seedDemo(server.pool);
  expect((await login(student)).statusCode).toBe(200);
});

test('a demo account that an admin disabled stays disabled, and is shown no more', async () => {
  await disableAccount(server.pool, student.id);
  await seedDemo(server.pool);
  expect((await login(student)).statusCode).toBe(403);
  expect(await listShownAccounts()).toEqual([{ role: 1, ...admin }]);
  await enableAccount(server.pool, student.id);
});

test('a closed demo lets nobody in, and opens again', async () => {
  const { token } = (await login(admin)).json();
  await closeDemo(server.pool);
  expect((await login(admin)).statusCode).toBe(401);
  expect((await login(student)).statusCode).toBe(401);
  const guard = { url: '/api/v1/auth/user-auth', headers: { authorization: token } };
  expect((await server.app.inject(guard)).statusCode).toBe(401);
  await seedDemo(server.pool);
  expect((await login(admin)).statusCode).toBe(200);
});

test('with the demo off, its roll numbers belong to real people', async () => {
  const real = await makeTestApp({ environment: { VLABS_DEMO: 'off' } });
  await seedDemo(real.pool);
  await closeDemo(real.pool);
  expect(await listShownAccounts(real)).toEqual([]);

  const newcomer = { id: '2105001', name: 'Real', email: 'r@kiit.example', password: 'p' };
  const url = '/api/v1/auth/register';
  const reply = await real.app.inject({ method: 'POST', url, payload: newcomer });
  expect(reply.statusCode).toBe(201);
  await createAdmin(real.pool, { ...newcomer, id: 'admin', email: 'a@kiit.example' });

  await closeDemo(real.pool);
  await seedDemo(real.pool);
  expect((await login({ id: '2105001', password: 'p' }, real)).json().user.name).toBe('Real');
  expect((await login({ id: 'admin', password: 'p' }, real)).json().user.role).toBe(1);
  expect((await login(admin, real)).statusCode).toBe(401);
  await real.close();
});

test('with the demo off, its students are on no list', async () => {
  const roster = await makeTestApp({
    environment: { VLABS_DEMO: 'off', VLABS_REGISTRATION: 'roster' },
  });
  await seedDemo(roster.pool);
  await closeDemo(roster.pool);
  const reply = await roster.app.inject({
    method: 'POST',
    url: '/api/v1/auth/register',
    payload: { id: '2105002', name: 'Anyone', email: 'any@kiit.example', password: 'a long one' },
  });
  expect(reply.statusCode).toBe(403);
  await roster.close();
});

test('a real person with a demo roll number stays untouched', async () => {
  const real = await makeTestApp({ environment: { VLABS_DEMO: 'on' } });
  const person = await makeStudent(real.pool, '2105001');
  await seedDemo(real.pool);
  expect((await login(person, real)).json().user.name).toBe(person.name);
  expect(await listShownAccounts(real)).toEqual([{ role: 1, ...admin }]);
  await real.close();
});

describe('through a proxy', () => {
  const direct = { host: 'localhost:3000' };
  const proxied: [string, Record<string, string>][] = [
    ['that names its caller', { ...direct, 'x-forwarded-for': '203.0.113.7' }],
    ['that speaks as the standard says', { ...direct, forwarded: 'for=203.0.113.7' }],
    ['that names its caller as nginx does', { ...direct, 'x-real-ip': '203.0.113.7' }],
    ['that says its own name', { ...direct, via: '1.1 proxy' }],
    ['that says nothing, under a name of its own', { host: 'lab.example.edu' }],
  ];

  test.each(proxied)('%s, the demo has no account', async (_what, headers) => {
    const call = (url: string, rest: object = {}) =>
      server.app.inject({ url, headers: { ...headers, ...rest } });
    const tryLogin = (id: string, password: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        headers,
        payload: { id, password },
      });
    const unknown = await tryLogin('nobody-of-this-name', 'vlabs-admin');
    for (const { id, password } of [admin, student]) {
      const refused = await tryLogin(id, password);
      expect([refused.statusCode, refused.body]).toEqual([401, unknown.body]);
      const { token } = (await login({ id, password })).json();
      const guard = await call('/api/v1/auth/user-auth', { authorization: token });
      expect(guard.statusCode).toBe(401);
    }
    expect((await call('/api/v1/installation')).json().data.demoAccounts).toEqual([]);
    const real = await makeStudent(server.pool);
    expect((await tryLogin(real.id, real.password)).statusCode).toBe(200);
  });

  test('a local user is not taken for a proxy', async () => {
    for (const host of ['localhost:5173', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST']) {
      const reply = await server.app.inject({ url: '/api/v1/installation', headers: { host } });
      expect(reply.json().data.demoAccounts).toHaveLength(2);
    }
  });
});
