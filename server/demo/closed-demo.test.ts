import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAdmin } from '../auth/accounts.service.ts';
import { seedDemo } from './demo.ts';
import { makeAdmin, makeListedStudent, makeSession } from '../testing/acts/make.ts';
import { previewList, storeList } from '../testing/acts/student-lists.ts';
import { startServerProcess } from '../testing/server-process.ts';
import {
  type TestApp,
  type TestServer,
  makeSecondServer,
  makeTestApp,
} from '../testing/test-app.ts';

const admin = { id: 'admin', password: 'vlabs-admin' };
const student = { id: '2105001', password: 'vlabs-student' };
const own = { id: 'OWN1', name: 'Own Admin', email: 'own@x.example', password: 'long enough' };
let demo: TestApp;
let second: TestServer;
const servers = () => [demo, second];
beforeEach(async () => {
  const environment = { VLABS_DEMO: 'on', VLABS_METRICS_TOKEN: '', VLABS_REGISTRATION: undefined };
  demo = await makeTestApp({ environment });
  second = await makeSecondServer(demo, { environment });
  await seedDemo(demo.pool);
});
afterEach(async () => {
  await second.close();
  await demo.close();
});

function login(payload: { id: string; password: string }, { app }: TestServer) {
  return app.inject({ method: 'POST', url: '/api/v1/auth/login', payload });
}

async function listShownAccounts({ app }: TestServer) {
  return (await app.inject({ url: '/api/v1/installation' })).json().data.demoAccounts;
}

async function expectClosed(tokens: string[]) {
  for (const one of servers()) {
    for (const authorization of tokens) {
      const guard = { url: '/api/v1/auth/user-auth', headers: { authorization } };
      expect((await one.app.inject(guard)).statusCode).toBe(401);
    }
    expect((await login(admin, one)).statusCode).toBe(401);
    expect((await login(student, one)).statusCode).toBe(401);
    expect(await listShownAccounts(one)).toEqual([]);
    expect((await one.app.inject({ url: '/metrics' })).statusCode).toBe(403);
  }
}

async function expectClosedForGood(tokens: string[]) {
  await expectClosed(tokens);
  expect(await seedDemo(demo.pool)).toBe(false);
  expect((await login(admin, second)).statusCode).toBe(401);
}

async function signInEverywhere() {
  const replies = servers().flatMap((one) => [login(admin, one), login(student, one)]);
  const tokens = (await Promise.all(replies)).map((reply) => reply.json().token);
  for (const authorization of tokens) {
    const guard = { url: '/api/v1/auth/user-auth', headers: { authorization } };
    expect((await second.app.inject(guard)).statusCode).toBe(200);
  }
  return tokens;
}

test('an admin made by the command closes the demo, on every server and for good', async () => {
  const tokens = await signInEverywhere();
  expect((await demo.app.inject({ url: '/metrics' })).statusCode).toBe(200);
  await createAdmin(demo.pool, own);
  await expectClosedForGood(tokens);
  expect((await login(own, second)).statusCode).toBe(200);
});

const registration = async (one: TestServer) =>
  (await one.app.inject({ url: '/api/v1/installation' })).json().data.registration;

test('a closed demo leaves no test, no open registration and no admin behind, without a restart', async () => {
  const call = (url: string, headers: Record<string, string>) => demo.app.inject({ url, headers });
  const member = await makeListedStudent(demo.pool);
  const tests = async () =>
    (await call('/api/v1/auth/getQuizData', member.headers)).json().updatedQuizData.length;
  expect([await registration(demo), await registration(second)]).toEqual(['open', 'open']);
  expect(await tests()).toBeGreaterThan(0);
  expect(await createAdmin(demo.pool, own)).toEqual({ closedDemo: true });
  expect([await registration(demo), await registration(second)]).toEqual([
    'confirmed',
    'confirmed',
  ]);
  expect(await tests()).toBe(0);
  const token = await makeSession(demo.pool, own.id);
  const { data } = (await call('/api/v1/staff', { authorization: token })).json();
  expect(data.staff.map(({ personId }: { personId: string }) => personId)).toEqual([own.id]);
  const another = { ...own, id: 'OWN2', email: 'own2@x.example' };
  expect(await createAdmin(demo.pool, another)).toEqual({ closedDemo: false });
});

test('an admin made under the name of the demo’s admin closes the demo too', async () => {
  const tokens = await signInEverywhere();
  await createAdmin(demo.pool, { ...own, id: 'admin' });
  await expectClosedForGood(tokens);
  expect((await login({ ...own, id: 'admin' }, second)).statusCode).toBe(200);
});

test('staff made a campus admin by the demo’s admin close the demo too', async () => {
  const tokens = await signInEverywhere();
  const call = (method: 'POST' | 'PUT', url: string, payload: object) =>
    demo.app.inject({ method, url, payload, headers: { authorization: tokens[0] } });
  const { id, name, email } = own;
  expect((await call('POST', '/api/v1/staff', { id, name, email })).statusCode).toBe(201);
  expect((await login(admin, second)).statusCode).toBe(200);
  const rights = { isCampusAdmin: true, isDisabled: false };
  expect((await call('PUT', `/api/v1/staff/${id}`, rights)).statusCode).toBe(200);
  await expectClosedForGood(tokens);
});

test('an admin who was there before closes the demo at the next start', async () => {
  const tokens = await signInEverywhere();
  await makeAdmin(demo.pool);
  expect(await seedDemo(demo.pool)).toBe(false);
  await expectClosedForGood(tokens);
});

test('the start of a server that trusts a proxy closes the demo, on the others too', async () => {
  const tokens = await signInEverywhere();
  const { child } = await startServerProcess({
    DATABASE_URL: demo.databaseUrl,
    VLABS_DATA: demo.dataFolder,
    VLABS_RUNNER_URL: 'http://127.0.0.1:9',
    VLABS_DEMO: 'on',
    VLABS_TRUSTED_PROXIES: '10.0.0.0/8',
    VLABS_NEW_SETTINGS: 'on',
  });
  await expectClosed(tokens);
  expect(child.exitCode).toBeNull();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
});

test('a server whose demo is off asks for the token though a tool has opened the demo', async () => {
  const environment = {
    VLABS_DEMO: 'off',
    VLABS_METRICS_TOKEN: '',
    VLABS_NEW_SETTINGS: 'on',
  };
  const closed = await makeSecondServer(demo, { environment });
  expect((await closed.app.inject({ url: '/metrics' })).statusCode).toBe(403);
  expect((await demo.app.inject({ url: '/metrics' })).statusCode).toBe(200);
  await closed.close();
});

test('a previewed list is imported into an open demo only if the call confirms it, and the call of the specification imports', async () => {
  const { token } = (await login(admin, demo)).json();
  const headers = { authorization: token };
  const sent = { admin: { ...own, token, headers } };
  const list = 'Roll no,Class code\n2105001,none';
  const { body } = await previewList(demo.app, list, sent);
  const { importId } = body.data;
  const apply = (payload: object) =>
    demo.app.inject({
      method: 'POST',
      url: `/api/v1/student-imports/${importId}/apply`,
      headers,
      payload,
    });
  const refused = await apply({});
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'demo_open']);
  expect(refused.json().message).toContain('npm run admin -- create');
  expect((await apply({ intoDemo: true })).statusCode).toBe(200);

  const link = await storeList(demo.app, list, sent);
  const uploaded = await demo.app.inject({
    method: 'POST',
    url: '/api/v1/auth/uploadall/',
    headers,
    payload: { 'student-file': link, uploadedby: 'admin', id: 'any', path: '/any' },
  });
  expect([uploaded.statusCode, uploaded.json().success]).toEqual([200, true]);
});
