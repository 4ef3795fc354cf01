import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeRollNumber, makeStudent } from '../testing/acts/make.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';

const tooShort = 'A password has at least 8 characters.';
const tooCommon = 'This is one of the most common passwords. Choose another one.';
const weak: [string, string][] = [
  ['short12', tooShort],
  ['🔑🔑🔑🔑🔑🔑🔑', tooShort],
  ['cafe\u0301 ab', tooShort],
  ['password', tooCommon],
  ['12345678', tooCommon],
  ['PassWord123', tooCommon],
  ['iloveyou', tooCommon],
];
const fit = ['correct horse', 'ଅନନ୍ୟା ମୋହନ୍ତି', '🔑🔑🔑🔑🔑🔑🔑🔑', 'tr0ub4dor&'];

const servers = new Map<string, TestApp>();
beforeAll(async () => {
  for (const mode of ['confirmed', 'roster', 'open']) {
    servers.set(mode, await makeTestApp({ environment: { VLABS_REGISTRATION: mode } }));
  }
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
});

function serverWith(mode: string): TestApp {
  const server = servers.get(mode);
  if (!server) throw new Error(`no server has registration ${mode}`);
  return server;
}

async function register(mode: string, password: string) {
  const { app, pool } = serverWith(mode);
  const id = makeRollNumber();
  const email = `${id}@example.edu`;
  const listed = `insert into people (id, name, email, role) values ($1, 'Listed', $2, 0)`;
  await pool.query(listed, [id, email]);
  const payload = { id, name: 'A student', email, password };
  return app.inject({ method: 'POST', url: '/api/v1/auth/register', payload });
}

async function changeTo(mode: string, newPassword: string) {
  const { app, pool } = serverWith(mode);
  const { headers, password } = await makeStudent(pool);
  const payload = { currentPassword: password, newPassword };
  return app.inject({ method: 'PUT', url: '/api/v1/auth/password', headers, payload });
}

describe.each(['confirmed', 'roster'])('with registration %s', (mode) => {
  test.each(weak)('the password %j is refused at its field', async (password, message) => {
    const refusal = { success: false, code: 'weak_password', message };
    const registered = await register(mode, password);
    expect(registered.statusCode).toBe(400);
    expect(registered.json()).toEqual({ ...refusal, fields: { password: message } });
    const changed = await changeTo(mode, password);
    expect(changed.statusCode).toBe(400);
    expect(changed.json()).toEqual({ ...refusal, fields: { newPassword: message } });
  });
});

test.each(['confirmed', 'roster', 'open'])(
  'with registration %s, a fit password is taken',
  async (mode) => {
    for (const password of fit) {
      expect((await register(mode, password)).statusCode).toBe(201);
      expect((await changeTo(mode, password)).statusCode).toBe(200);
    }
  },
);

test('with open registration, passwords have no bounds', async () => {
  for (const password of ['x', ...weak.map(([text]) => text)]) {
    expect((await register('open', password)).statusCode).toBe(201);
    expect((await changeTo('open', password)).statusCode).toBe(200);
  }
});
