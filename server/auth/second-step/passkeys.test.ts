import { expect, test } from 'vitest';
import { makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import {
  SoftwareAuthenticator,
  WITH_CERTIFICATE,
} from '../../testing/peers/software-authenticator.ts';
import { setUpTwoServers } from '../../testing/server.setup.ts';
import { makeTestApp } from '../../testing/test-app.ts';
import { disableAccount } from '../accounts.service.ts';
import { PUBLIC, addPasskey, ask, post } from './passkeys.setup.ts';

const { server, second } = setUpTwoServers({ environment: PUBLIC });

async function makeOwner() {
  const person = await makeStudent(server.pool);
  return { person, own: await addPasskey(server, person) };
}

const signIn = (passkey: unknown, on: Pick<typeof server, 'app'> = server) =>
  post(on, 'passkey-login', { passkey });

const stateOf = async ({ headers }: { headers: { authorization: string } }) =>
  (await server.app.inject({ url: '/api/v1/auth/second-step', headers })).json().data;

test('a person adds a passkey and signs in with it, begun on one server and finished on another', async () => {
  const { person, own } = await makeOwner();
  const reply = await signIn(own.sign(await ask(second)));
  const { user, token } = reply.json();
  expect([reply.statusCode, user.id]).toEqual([200, person.id]);
  const { passkeys, hasPassword } = await stateOf({ headers: { authorization: token } });
  expect(passkeys).toEqual([
    expect.objectContaining({ name: 'My phone', lastUsedAt: expect.any(String) }),
  ]);
  expect(hasPassword).toBe(true);
  const sessions = await server.app.inject({
    url: '/api/v1/auth/sessions',
    headers: { authorization: token },
  });
  const methods = sessions.json().data.map(({ method }: { method: string }) => method);
  expect(methods.toSorted()).toEqual(['passkey', 'password']);
});

test('a passkey of several devices, which counts nothing, signs in again and again', async () => {
  const { own } = await makeOwner();
  for (let times = 0; times < 2; times += 1) {
    const reply = await signIn(own.sign(await ask(server), { counter: 0 }));
    expect(reply.statusCode).toBe(200);
  }
});

test('a signature for another page, another host name or without the person’s finger or PIN is refused', async () => {
  const { own } = await makeOwner();
  const hostile = [
    own.sign({ ...(await ask(server)), origin: 'https://lab.example.evil' }),
    own.sign({ ...(await ask(server)), origin: 'http://lab.example.edu' }),
    own.sign({ ...(await ask(server)), rpId: 'example.evil' }),
    own.sign(await ask(server), { isVerified: false }),
  ];
  for (const passkey of hostile) {
    const reply = await signIn(passkey);
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'passkey_refused']);
  }
});

test('an assertion counts once, on whichever server', async () => {
  const { own } = await makeOwner();
  const passkey = own.sign(await ask(server), { counter: 0 });
  const replies = await Promise.all([signIn(passkey), signIn(passkey, second)]);
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 401]));
});

test('a challenge that we did not make, or made for another purpose or long ago, is refused', async () => {
  const { person, own } = await makeOwner();
  const where = await ask(server);
  const foreign = own.sign({ ...where, challenge: 'A'.repeat(43) });
  const proof = own.sign(await ask(server, 'passkey-proofs', { as: person }));
  const late = own.sign(await ask(server));
  await server.pool.query(`update challenges set expires_at = now() - interval '1 second'`);
  const noText = own.sign({ ...where, challenge: 'short' });
  for (const passkey of [foreign, proof, late, noText]) {
    expect((await signIn(passkey)).statusCode).toBe(401);
  }
});

test('a counter that goes back, as that of a copied authenticator, is refused', async () => {
  const { own } = await makeOwner();
  expect((await signIn(own.sign(await ask(server), { counter: 7 }))).statusCode).toBe(200);
  expect((await signIn(own.sign(await ask(server), { counter: 7 }))).statusCode).toBe(401);
  expect((await signIn(own.sign(await ask(server), { counter: 6 }))).statusCode).toBe(401);
  expect((await signIn(own.sign(await ask(server), { counter: 8 }))).statusCode).toBe(200);
});

test('a signature under the name of another person’s passkey, or of an unknown one, is refused', async () => {
  const [{ own }, other] = [await makeOwner(), await makeOwner()];
  const stolen = own.sign(await ask(server), { credentialId: other.own.id });
  const handle = own.sign(await ask(server), { userHandle: 'A'.repeat(43) });
  const unknown = new SoftwareAuthenticator().sign(await ask(server));
  for (const passkey of [stolen, handle, unknown]) {
    expect((await signIn(passkey)).statusCode).toBe(401);
  }
});

test('a disabled person does not sign in with a passkey', async () => {
  const { person, own } = await makeOwner();
  await disableAccount(server.pool, person.id);
  const reply = await signIn(own.sign(await ask(server)));
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'account_disabled']);
});

test('a session alone adds and removes no passkey: it takes the password or a passkey', async () => {
  const { person: as, own } = await makeOwner();
  const [{ passkeyId }] = (await stateOf(as)).passkeys;
  const refused = [
    await post(server, 'passkeys/new', { as, proof: {} }),
    await post(server, 'passkeys/new', { as, proof: { currentPassword: 'wrong' } }),
    await post(server, `passkeys/${passkeyId}/removal`, { as, proof: {} }),
  ];
  expect(refused.map((reply) => reply.json().code)).toEqual([
    'proof_needed',
    'wrong_password',
    'proof_needed',
  ]);
  const { own: foreign, person: other } = await makeOwner();
  const notOwn = foreign.sign(await ask(server, 'passkey-proofs', { as }));
  const bySomebodyElse = { as, proof: { passkey: notOwn } };
  const removal = await post(server, `passkeys/${passkeyId}/removal`, bySomebodyElse);
  expect(removal.json().code).toBe('passkey_refused');
  const passkey = own.sign(await ask(server, 'passkey-proofs', { as }));
  const ofAnother = await post(server, `passkeys/${passkeyId}/removal`, {
    as: other,
    proof: { currentPassword: other.password },
  });
  expect(ofAnother.statusCode).toBe(404);
  const proof = { passkey };
  expect((await post(server, `passkeys/${passkeyId}/removal`, { as, proof })).statusCode).toBe(200);
  expect((await stateOf(as)).passkeys).toEqual([]);
  expect((await signIn(own.sign(await ask(server)))).statusCode).toBe(401);
});

test('a new passkey answers the challenge of its own person, is verified and has no certificate', async () => {
  const [as, other] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  const proof = { currentPassword: as.password };
  const begin = () => ask(server, 'passkeys/new', { as, proof });
  const add = (passkey: unknown, by = as) =>
    post(server, 'passkeys', { as: by, name: 'A key', passkey });
  const hostile = [
    new SoftwareAuthenticator().create({ ...(await begin()), origin: 'https://lab.example.evil' }),
    new SoftwareAuthenticator().create({ ...(await begin()), rpId: 'example.evil' }),
    new SoftwareAuthenticator().create(await begin(), { isVerified: false }),
    new SoftwareAuthenticator().create(await begin(), { attestation: WITH_CERTIFICATE }),
    new SoftwareAuthenticator().create(await ask(server)),
  ];
  for (const passkey of hostile) {
    expect((await add(passkey)).json().code).toBe('passkey_refused');
  }
  expect((await add(new SoftwareAuthenticator().create(await begin()), other)).json().code).toBe(
    'passkey_refused',
  );
  const key = new SoftwareAuthenticator();
  expect((await add(key.create(await begin()))).statusCode).toBe(201);
  expect((await add(key.create(await begin()))).json().code).toBe('passkey_refused');
  expect((await stateOf(as)).passkeys).toHaveLength(1);
});

test('a person has at most ten passkeys, also if they are added at the same time', async () => {
  const as = await makeStudent(server.pool);
  const proof = { currentPassword: as.password };
  const wheres = [];
  for (let made = 0; made < 12; made += 1) {
    wheres.push(await ask(server, 'passkeys/new', { as, proof }));
  }
  const replies = await Promise.all(
    wheres.map((where, index) => {
      const passkey = new SoftwareAuthenticator().create(where);
      return post(index % 2 === 0 ? server : second, 'passkeys', { as, name: 'A key', passkey });
    }),
  );
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
  const eleventh = await post(server, 'passkeys/new', { as, proof });
  expect(eleventh.json().code).toBe('too_many_passkeys');
});

test('a passkey is renamed by its owner only', async () => {
  const [{ person }, other] = [await makeOwner(), await makeStudent(server.pool)];
  const [{ passkeyId }] = (await stateOf(person)).passkeys;
  const rename = ({ headers }: typeof other) =>
    server.app.inject({
      method: 'PUT',
      url: `/api/v1/auth/passkeys/${passkeyId}`,
      headers,
      payload: { name: 'Key ring' },
    });
  expect((await rename(other)).statusCode).toBe(404);
  expect((await rename(person)).statusCode).toBe(200);
  expect((await stateOf(person)).passkeys[0].name).toBe('Key ring');
});

test('the sign-in of an admin with a passkey is audited with its method', async () => {
  const admin = await makeAdmin(server.pool);
  const own = await addPasskey(server, admin);
  expect((await signIn(own.sign(await ask(server)))).statusCode).toBe(200);
  const { rows } = await server.pool.query(
    'select action, details from audit_lines where by = $1 order by id',
    [admin.id],
  );
  expect(rows).toEqual([
    { action: 'add-passkey', details: { name: 'My phone' } },
    { action: 'sign-in', details: { method: 'passkey' } },
  ]);
});

test('open challenges of one network are limited', async () => {
  await server.pool.query(
    `insert into challenges (challenge, purpose, network, expires_at)
     select sha256(convert_to(n::text, 'UTF8')), 'sign-in', '203.0.113.5', now() + interval '5 minutes'
     from generate_series(1, 10000) n`,
  );
  const begin = (remoteAddress: string) =>
    server.app.inject({ method: 'POST', url: '/api/v1/auth/passkey-challenges', remoteAddress });
  expect((await begin('203.0.113.5')).json().code).toBe('too_many_challenges');
  expect((await begin('203.0.113.6')).statusCode).toBe(200);
});

async function offers(environment: Record<string, string>, host: string): Promise<boolean> {
  const other = await makeTestApp({ environment });
  const url = '/api/v1/installation';
  const { data } = (await other.app.inject({ url, headers: { host } })).json();
  const challenge = await other.app.inject({
    method: 'POST',
    url: '/api/v1/auth/passkey-challenges',
    headers: { host },
  });
  await other.close();
  expect(challenge.statusCode).toBe(data.passkeys ? 200 : 409);
  return data.passkeys;
}

test('without a public https address, passkeys are offered at localhost only', async () => {
  expect(await offers({}, 'localhost:3000')).toBe(true);
  expect(await offers({}, '127.0.0.1:3000')).toBe(false);
  expect(await offers({}, 'lab.example.edu')).toBe(false);
  expect(await offers(PUBLIC, '10.0.0.7')).toBe(true);
  expect(await offers({ VLABS_PUBLIC_URL: 'http://lab.example.edu' }, 'localhost')).toBe(false);
  expect(await offers({ VLABS_PUBLIC_URL: 'https://192.0.2.7' }, 'localhost')).toBe(false);
});
