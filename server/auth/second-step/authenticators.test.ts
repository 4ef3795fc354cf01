import { expect, test } from 'vitest';
import { type MadePerson, makeStudent } from '../../testing/acts/make.ts';
import { setUpTwoServers } from '../../testing/server.setup.ts';
import { AuthenticatorApp, addAuthenticator } from './authenticators.setup.ts';
import { post } from './passkeys.setup.ts';

const { server, second } = setUpTwoServers();

async function makeOwner() {
  const person = await makeStudent(server.pool);
  return { person, ...(await addAuthenticator(server, person)) };
}

interface SignIn {
  code?: string;
  password?: string;
  address?: string;
  on?: Pick<typeof server, 'app'>;
}

function signIn({ id, ...person }: MadePerson, more: SignIn = {}) {
  const { code, password = person.password, address = '192.0.2.1', on = server } = more;
  return on.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    remoteAddress: address,
    payload: { id, password, ...(code === undefined ? {} : { code }) },
  });
}

const codeOf = (reply: Awaited<ReturnType<typeof signIn>>) => [reply.statusCode, reply.json().code];

const statusesOf = (replies: readonly { statusCode: number }[]) =>
  new Set(replies.map(({ statusCode }) => statusCode));

test('a person without an authenticator app signs in as before, whatever code is sent along', async () => {
  const person = await makeStudent(server.pool);
  for (const more of [{}, { code: '123456' }]) {
    const reply = await signIn(person, more);
    expect(reply.json()).toEqual({
      success: true,
      message: 'Signed in successfully.',
      user: { id: person.id, name: person.name, email: person.email, role: 0 },
      token: expect.any(String),
    });
  }
});

test('a right password asks for the code of the app, and the code signs in, on any server', async () => {
  const { person, own } = await makeOwner();
  expect(codeOf(await signIn(person))).toEqual([403, 'second_step_needed']);
  expect(codeOf(await signIn(person, { password: 'wrong' }))).toEqual([401, 'wrong_login']);
  expect(codeOf(await signIn(person, { code: own.showWrong() }))).toEqual([
    401,
    'wrong_second_step',
  ]);
  expect((await signIn(person, { code: own.show(), on: second })).statusCode).toBe(200);
});

test('the code is asked for however the roll number is written', async () => {
  const person = await makeStudent(server.pool, 'Sec-0n-step');
  await addAuthenticator(server, person);
  for (const id of ['sec-0n-step', 'SEC-0N-STEP', ' Sec‑0n‑step ']) {
    expect(codeOf(await signIn({ ...person, id }))).toEqual([403, 'second_step_needed']);
  }
});

test('a key that no code has confirmed is not asked for, and its code cannot be skipped', async () => {
  const as = await makeStudent(server.pool);
  const proof = { currentPassword: as.password };
  const { key, address } = (await post(server, 'authenticator', { as, proof })).json().data;
  expect(address).toMatch(/^otpauth:\/\/totp\/V-labs/);
  expect(address).toContain(key);
  expect((await signIn(as)).statusCode).toBe(200);
  const own = new AuthenticatorApp(key);
  const code = own.showWrong();
  const refused = await post(server, 'authenticator/confirmation', { as, code });
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'wrong_second_step']);
  expect((await signIn(as)).statusCode).toBe(200);
});

test('a code counts once, on whichever server, and an earlier one no longer', async () => {
  const { person, own } = await makeOwner();
  const code = own.show();
  const replies = await Promise.all([
    signIn(person, { code }),
    signIn(person, { code, on: second }),
  ]);
  expect(statusesOf(replies)).toEqual(new Set([200, 401]));
  expect(codeOf(await signIn(person, { code: own.show(-1) }))).toEqual([401, 'wrong_second_step']);
  expect((await signIn(person, { code: own.show(1) })).statusCode).toBe(200);
});

test('a code of a clock that is off by half a minute counts, one that is off by two minutes does not', async () => {
  const { person, own } = await makeOwner();
  for (const steps of [-4, 4]) {
    expect(codeOf(await signIn(person, { code: own.show(steps) }))).toEqual([
      401,
      'wrong_second_step',
    ]);
  }
  expect((await signIn(person, { code: own.show(1) })).statusCode).toBe(200);
});

test('guessed codes are throttled like passwords, and the right password alone forgives none', async () => {
  const { person, own } = await makeOwner();
  const code = own.showWrong();
  for (let times = 0; times < 9; times += 1) {
    expect((await signIn(person, { code })).statusCode).toBe(401);
    expect(codeOf(await signIn(person))).toEqual([403, 'second_step_needed']);
  }
  expect((await signIn(person, { code })).statusCode).toBe(401);
  expect(codeOf(await signIn(person, { code: own.show() }))).toEqual([429, 'too_many_logins']);
});

test('of forty passwords guessed at once, the right one is told no more than the wrong ones beyond the limit', async () => {
  const { person } = await makeOwner();
  const wrong = Array.from({ length: 39 }, (_, index) => `wrong-${index}`);
  const passwords = [...wrong, person.password];
  const replies = await Promise.all(passwords.map((password) => signIn(person, { password })));
  expect(replies.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
  expect(codeOf(replies.at(-1) ?? (await signIn(person)))).toEqual([429, 'too_many_logins']);
});

test('guesses of one person’s codes are throttled over all networks; a recovery code still counts', async () => {
  const { person, own, recoveryCodes } = await makeOwner();
  const guess = (network: number, code: string) =>
    signIn(person, { code, address: `198.51.${network}.1` });
  for (let network = 0; network < 10; network += 1) {
    expect((await guess(network, own.showWrong())).statusCode).toBe(401);
  }
  const refused = await guess(21, own.show());
  expect(codeOf(refused)).toEqual([429, 'too_many_logins']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await guess(22, recoveryCodes[0] ?? '')).statusCode).toBe(200);
});

test('each of ten recovery codes counts once, however it is written; new ones replace them', async () => {
  const { person: as, recoveryCodes } = await makeOwner();
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = '', next = '', third = ''] = recoveryCodes;
  const written = first.replaceAll('-', ' ').toUpperCase();
  expect((await signIn(as, { code: written })).statusCode).toBe(200);
  expect(codeOf(await signIn(as, { code: first }))).toEqual([401, 'wrong_second_step']);
  const both = await Promise.all([
    signIn(as, { code: next }),
    signIn(as, { code: next, on: second }),
  ]);
  expect(statusesOf(both)).toEqual(new Set([200, 401]));
  const { headers } = as;
  const state = async () =>
    (await server.app.inject({ url: '/api/v1/auth/second-step', headers })).json().data;
  expect((await state()).authenticator).toMatchObject({ recoveryCodes: 8 });
  const proof = { currentPassword: as.password };
  const made = await post(server, 'recovery-codes', { as, proof });
  expect(made.json().data.recoveryCodes).toHaveLength(10);
  expect(codeOf(await signIn(as, { code: third }))).toEqual([401, 'wrong_second_step']);
});

test('a session alone adds no authenticator app, removes none and makes no recovery codes', async () => {
  const { person: as } = await makeOwner();
  const other = await makeStudent(server.pool);
  for (const [call, owner] of [
    ['authenticator', other],
    ['authenticator/removal', as],
    ['recovery-codes', as],
  ] as const) {
    const reply = await post(server, call, { as: owner, proof: {} });
    expect([call, reply.json().code]).toEqual([call, 'proof_needed']);
  }
  const proof = { currentPassword: as.password };
  const another = await post(server, 'authenticator', { as, proof });
  expect(another.json().code).toBe('has_authenticator');
  expect((await post(server, 'authenticator/removal', { as, proof })).statusCode).toBe(200);
  expect((await signIn(as)).statusCode).toBe(200);
});

test('a person without a password proves themselves by a sign-in of the last ten minutes', async () => {
  const as = await makeStudent(server.pool);
  await server.pool.query('update people set password_hash = null where id = $1', [as.id]);
  const aged = `update sessions set created_at = now() - interval '11 minutes' where person_id = $1`;
  await server.pool.query(aged, [as.id]);
  const old = await post(server, 'authenticator', { as, proof: {} });
  expect([old.statusCode, old.json().code]).toEqual([403, 'sign_in_again']);
  await server.pool.query('update sessions set created_at = now() where person_id = $1', [as.id]);
  expect((await post(server, 'authenticator', { as, proof: {} })).statusCode).toBe(200);
});
