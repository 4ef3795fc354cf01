import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KilledServer } from '../testing/killed-server.ts';
import { startOidcPeer } from '../testing/peers/oidc-peer.ts';
import { beforeTests } from '../testing/server.setup.ts';
import { PUBLIC_URL, cautious, hashOf } from './sign-on.setup.ts';

const server = new KilledServer({ VLABS_PUBLIC_URL: PUBLIC_URL });
const peer = beforeTests(startOidcPeer);
let providerId = '';

beforeAll(async () => {
  await server.begin();
  const admin = await server.logIn('admin', 'vlabs-admin');
  const settings = { kind: 'oidc', issuer: peer.issuer, clientId: 'v-labs' };
  const provider = { ...cautious, name: 'KIIT', settings, secret: peer.clientSecret };
  const creating = { ...provider, createsAccounts: true, emailDomains: [] };
  const path = '/api/v1/sign-on/providers';
  const made = await server.call('POST', path, creating, admin);
  providerId = String(made.body.data['providerId']);
  await server.call('PUT', `${path}/${providerId}`, { ...creating, isOn: true }, admin);
});
afterAll(() => Promise.all([server.close(), peer.close()]));

async function begin(rollNumber: string) {
  const key = randomUUID();
  const payload = { providerId, keyHash: hashOf(key) };
  const begun = await server.call('POST', '/api/v1/sign-on/begin', payload, '');
  const person = { sub: rollNumber, roll_number: rollNumber };
  return { key, ...peer.signIn(String(begun.body.data['address']), person) };
}

const follow = (query: string) =>
  fetch(`${server.url}/api/v1/sign-on/callback?${query}`, { redirect: 'manual' });

const finish = (begun: { state: string; key: string }) => {
  const { state, key } = begun;
  return server.call('POST', '/api/v1/sign-on/finish', { state, key }, '');
};

async function restart(): Promise<void> {
  await server.end('SIGKILL');
  await server.start();
}

test('a server that is killed between the callback and the end of a sign-on finishes it afterwards, once', async () => {
  const begun = await begin('2105101');
  await restart();
  expect((await follow(begun.query)).status).toBe(303);
  await restart();
  const signedIn = await finish(begun);
  expect(signedIn.body).toMatchObject({ user: { id: '2105101' } });
  const again = await finish(begun);
  expect(again).toMatchObject({ status: 403, body: { code: 'sign_on_expired' } });
});

test('a server that is killed while it asks the provider says so, and the person signs in again', async () => {
  const begun = await begin('2105102');
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  peer.behaviour.wrong = { replies: { '/token': () => asked() } };
  const followed = follow(begun.query).catch(() => null);
  await isAsked;
  await restart();
  await followed;
  peer.behaviour.wrong = {};
  const failed = await finish(begun);
  expect(failed).toMatchObject({ status: 403, body: { code: 'sign_on_failed' } });

  const next = await begin('2105102');
  await follow(next.query);
  expect((await finish(next)).body).toMatchObject({ user: { id: '2105102' } });
});
