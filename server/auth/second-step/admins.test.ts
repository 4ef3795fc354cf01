import { afterAll, expect, test, vi } from 'vitest';
import { PATIENTLY } from '../../../runner/testing/patience.ts';
import { setUpMail } from '../../mail/mail.setup.ts';
import { makeStaff } from '../../testing/acts/make-class.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { openTerminal } from '../../testing/peers/live-terminal.ts';
import { beforeTests } from '../../testing/server.setup.ts';
import { makeSecondServer } from '../../testing/test-app.ts';
import { resetPassword } from '../accounts.service.ts';
import { addAuthenticator } from './authenticators.setup.ts';
import { makeBreakGlass, removeSecondStep } from './break-glass.service.ts';
import { addPasskey, ask, post } from './passkeys.setup.ts';

const { server, mails } = setUpMail();
const second = beforeTests(() => makeSecondServer(server, { environment: mails.environment }));
afterAll(() => second.close());

const signIn = ({ id, password }: Pick<MadePerson, 'id' | 'password'>, code?: string) =>
  post(server, 'login', { id, password, ...(code === undefined ? {} : { code }) });

/** The person with the session of a new sign-in. */
async function signedIn(person: MadePerson): Promise<MadePerson> {
  const { token } = (await signIn(person)).json();
  return { ...person, headers: { authorization: token } };
}

const get = ({ headers }: MadePerson, url: string, on: Pick<typeof server, 'app'> = server) =>
  on.app.inject({ url, headers });

const stateOf = async (admin: MadePerson) =>
  (await get(admin, '/api/v1/auth/account')).json().data.needsSecondStep;

test('a campus admin with a password alone may do nothing but set up a second step, on any server', async () => {
  const admin = await signedIn(await makeAdmin(server.pool));
  expect(await stateOf(admin)).toBe(true);
  for (const on of [server, second]) {
    for (const url of ['/api/v1/students', '/api/v1/sign-on/providers', '/api/v1/audit/lines']) {
      const reply = await get(admin, url, on);
      expect([url, reply.statusCode, reply.json().code]).toEqual([url, 403, 'second_step_missing']);
    }
  }
  const { headers } = admin;
  for (const [method, url] of [
    ['POST', '/api/v1/sign-on/links'],
    ['PUT', '/api/v1/auth/email'],
    ['PUT', '/api/v1/auth/password'],
    ['DELETE', '/api/v1/news/1'],
  ] as const) {
    const reply = await server.app.inject({ method, url, headers, payload: {} });
    expect([url, reply.statusCode]).not.toEqual([url, 200]);
  }
  expect((await get(admin, '/metrics')).statusCode).toBe(403);
  expect((await get(admin, '/api/v1/auth/admin-auth')).statusCode).toBe(200);
  expect((await get(admin, '/api/v1/auth/sessions')).statusCode).toBe(403);
});

test('to a call for anybody, a session that needs a second step is one of nobody', async () => {
  const admin = await signedIn(await makeAdmin(server.pool));
  expect((await get(admin, '/api/v1/installation')).statusCode).toBe(200);
});

test('a session that needs a second step opens no terminal', async () => {
  const { headers } = await signedIn(await makeAdmin(server.pool));
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const terminal = await openTerminal(server.app);
  terminal.start({ token: headers.authorization, languageId: 71, source: 'print(1)' });
  await vi.waitFor(() => expect(terminal.closeCode).not.toBeNull(), PATIENTLY);
  expect(terminal.events).toMatchObject([{ event: 'refused', status: 403 }]);
});

test('with an authenticator app this session may do everything, and others of the person still nothing', async () => {
  const person = await makeAdmin(server.pool);
  const [admin, thief] = [await signedIn(person), await signedIn(person)];
  const { own } = await addAuthenticator(server, admin);
  expect(await stateOf(admin)).toBe(false);
  expect((await get(admin, '/api/v1/students')).statusCode).toBe(200);
  expect((await get(thief, '/api/v1/students')).json().code).toBe('second_step_missing');
  expect((await signIn(person)).json().code).toBe('second_step_needed');
  const { token } = (await signIn(person, own.show())).json();
  const next = { ...person, headers: { authorization: token } };
  expect((await get(next, '/api/v1/students')).statusCode).toBe(200);
});

test('with a passkey alone, the password no longer signs a campus admin in; the passkey does', async () => {
  const person = await makeAdmin(server.pool);
  const admin = await signedIn(person);
  const own = await addPasskey(server, admin);
  expect((await get(admin, '/api/v1/students')).statusCode).toBe(200);
  const refused = await signIn(person);
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'passkey_needed']);
  const reply = await post(server, 'passkey-login', { passkey: own.sign(await ask(server)) });
  const next = { ...person, headers: { authorization: reply.json().token } };
  expect((await get(next, '/api/v1/students')).statusCode).toBe(200);
});

test('staff, who are limited to their classes, need no second step', async () => {
  const staff = await signedIn(await makeStaff(server.pool));
  expect(await stateOf(staff)).toBe(false);
});

test('one break-glass account signs in with a password alone; it is audited and mailed to the other admins', async () => {
  const [person, before, other] = [
    await makeAdmin(server.pool),
    await makeAdmin(server.pool),
    await makeAdmin(server.pool),
  ];
  await addAuthenticator(server, person);
  const old = await makeBreakGlass(server.pool, before.id);
  const password = await makeBreakGlass(server.pool, person.id.toUpperCase());
  expect((await get(person, '/api/v1/students')).statusCode).toBe(401);
  expect((await signIn(person)).statusCode).toBe(401);
  const admin = await signedIn({ ...person, password });
  expect(await stateOf(admin)).toBe(false);
  const lines = (await get(admin, `/api/v1/audit/lines?person=${person.id}`)).json().data.lines;
  expect(lines).toContainEqual(
    expect.objectContaining({ action: 'sign-in', details: { method: 'break-glass' } }),
  );
  await vi.waitFor(() => {
    const mail = mails.received.find(({ to }) => to.includes(other.email));
    expect(mail?.message.text).toContain(`break-glass account ${person.id}`);
  }, PATIENTLY);
  expect(mails.received.flatMap(({ to }) => to)).not.toContain(person.email);
  // The account that was exempt before needs a second step again.
  expect(await stateOf(await signedIn({ ...before, password: old }))).toBe(true);
  await resetPassword(server.pool, person.id, 'another long password');
  const changed = { ...person, password: 'another long password' };
  expect(await stateOf(await signedIn(changed))).toBe(true);
});

test('a person whose codes are guessed is told by mail, once', async () => {
  const student = await makeStudent(server.pool);
  const { own } = await addAuthenticator(server, student);
  for (let times = 0; times < 12; times += 1) await signIn(student, own.showWrong());
  const isToThem = ({ to }: { to: string[] }) => to.includes(student.email);
  await vi.waitFor(() => expect(mails.received.filter(isToThem)).toHaveLength(1), PATIENTLY);
  expect(mails.received.find(isToThem)?.message.text).toContain('10 wrong codes');
});

test('who lost the phone and the recovery codes signs in again once the second step was removed', async () => {
  const student = await makeStudent(server.pool);
  await addAuthenticator(server, student);
  await removeSecondStep(server.pool, student.id);
  expect((await get(student, '/api/v1/auth/account')).statusCode).toBe(401);
  expect((await signIn(student)).statusCode).toBe(200);
});

test('nobody but a campus admin becomes the break-glass account', async () => {
  const staff = await makeStaff(server.pool);
  await expect(makeBreakGlass(server.pool, staff.id)).rejects.toMatchObject({
    message: expect.stringContaining('is not a campus admin'),
  });
  await expect(makeBreakGlass(server.pool, 'nobody-here')).rejects.toMatchObject({ status: 404 });
  expect((await signIn(staff)).statusCode).toBe(200);
});
