import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { hashToken } from '../../platform/access/sessions.ts';
import { makeStudent } from '../../testing/acts/make.ts';
import type { Misbehaviour } from '../../testing/peers/oidc-peer.ts';
import { SignOnPage, addProvider, setUpSignOn } from '../sign-on.setup.ts';
import { Oidc } from './oidc.ts';

const installation = setUpSignOn();
const { server, second, peer } = installation;

const trusted = { isAuthoritative: true };

async function setUp() {
  const provider = await addProvider(installation, trusted);
  const student = await makeStudent(server.pool);
  return { provider, student, person: { sub: randomUUID(), roll_number: student.id } };
}

async function signOnWith(misbehaviour: Misbehaviour) {
  const { provider, person } = await setUp();
  peer.behaviour.wrong = misbehaviour;
  return (await new SignOnPage(server).signOn(peer, provider, person)).json();
}

const now = () => Math.floor(Date.now() / 1000);

test.each<[string, Misbehaviour]>([
  ['for another audience', { claims: { aud: 'another' } }],
  ['for several audiences with another party', { claims: { aud: ['v-labs', 'x'], azp: 'x' } }],
  ['of another issuer', { claims: { iss: 'https://another.example' } }],
  ['with another nonce', { claims: { nonce: 'another' } }],
  ['without a nonce', { claims: { nonce: undefined } }],
  ['without a subject', { claims: { sub: undefined } }],
  ['with an empty subject', { claims: { sub: '' } }],
  ['with an endless subject', { claims: { sub: 'x'.repeat(300) } }],
  ['with the algorithm none', { header: { alg: 'none' }, isUnsigned: true }],
  ['without a signature', { isUnsigned: true }],
  ['with a signature by the client secret', { header: { alg: 'HS256' } }],
  ['signed with a key that is not the provider’s', { hasOtherKey: true }],
  ['signed with an unknown key', { header: { kid: 'unknown' } }],
])('an ID token %s is refused', async (_, misbehaviour) => {
  expect(await signOnWith(misbehaviour)).toMatchObject({ success: false, code: 'sign_on_failed' });
});

test.each([-90, 90])('a provider whose clock is off by %i seconds is believed', async (seconds) => {
  const claims = { iat: now() + seconds, nbf: now() + seconds, exp: now() + seconds + 60 };
  expect(await signOnWith({ claims })).toMatchObject({ success: true });
});

test.each([
  { iat: now() - 4000, exp: now() - 3700 },
  { nbf: now() + 3600, exp: now() + 3900 },
])('if the clocks differ by an hour, the refusal says so with our time', async (claims) => {
  const { code, message } = await signOnWith({ claims });
  expect(code).toBe('sign_on_failed');
  expect(message).toMatch(/^The clocks of this server \(\d\d:\d\d:\d\d UTC\) and of /);
});

test('an answer of another provider is refused', async () => {
  const { provider, person } = await setUp();
  const page = new SignOnPage(server);
  const { state, query } = peer.signIn(await page.begin(provider), person);
  await page.return(query.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fanother.example'));
  expect((await page.finish(state)).json().code).toBe('sign_on_failed');
});

test('a person who declines at the provider reads that they were not signed in', async () => {
  const { provider } = await setUp();
  const page = new SignOnPage(server);
  const state = new URL(await page.begin(provider)).searchParams.get('state') ?? '';
  const iss = encodeURIComponent(peer.issuer);
  await page.return(`error=access_denied&error_description=%3Cb%3E&state=${state}&iss=${iss}`);
  const { code, message } = (await page.finish(state)).json();
  expect(code).toBe('sign_on_failed');
  expect(message).toMatch(/did not sign you in\. Try again\.$/);
});

test('a reply with a state that nobody began leads to a page that can finish nothing', async () => {
  const { provider, person } = await setUp();
  const page = new SignOnPage(server);
  const { state, query } = peer.signIn(await page.begin(provider), person);
  const foreign = 'x'.repeat(43);
  const reply = await page.return(query.replace(state, foreign));
  expect(reply.headers.location).toBe(`/signed-in#${foreign}`);
  expect((await page.finish(foreign)).json().code).toBe('sign_on_expired');
  // The sign-on itself still waits for its reply.
  await page.return(query);
  expect((await page.finish(state)).json()).toMatchObject({ success: true });
});

test.each([
  '',
  'state=',
  'state=%0d%0aset-cookie:a=b',
  'state=https://evil.example',
  'state=a&state=b',
])('an address of the callback with %j leads nowhere', async (query) => {
  const reply = await new SignOnPage(server).return(query);
  expect(reply.statusCode).toBe(400);
  expect(reply.headers.location).toBeUndefined();
});

test('a code and its reply count once', async () => {
  const { provider, person } = await setUp();
  const page = new SignOnPage(server);
  const { state, query } = peer.signIn(await page.begin(provider), person);
  await page.return(query);
  peer.calls.length = 0;
  await page.return(query, second);
  expect(peer.calls).not.toContain('/token');
  expect((await page.finish(state)).json()).toMatchObject({ success: true });
  expect((await page.finish(state)).json().code).toBe('sign_on_expired');
});

test('a stolen code is worth nothing in a sign-on of somebody else', async () => {
  const { provider, person } = await setUp();
  const [victim, thief] = [new SignOnPage(server), new SignOnPage(server)];
  const stolen = peer.signIn(await victim.begin(provider), person);
  const own = new URL(await thief.begin(provider)).searchParams.get('state') ?? '';
  await thief.return(stolen.query.replace(stolen.state, own));
  expect((await thief.finish(own)).json().code).toBe('sign_on_failed');
});

test('only the page that began a sign-on finishes it', async () => {
  const { provider, person } = await setUp();
  const [page, other] = [new SignOnPage(server), new SignOnPage(server)];
  const { state, query } = peer.signIn(await page.begin(provider), person);
  await page.return(query);
  expect((await other.finish(state)).json().code).toBe('sign_on_expired');
  expect((await page.finish(state)).json()).toMatchObject({ success: true });
});

test('of ten calls that finish one sign-on at once, one signs in', async () => {
  const { provider, person } = await setUp();
  const page = new SignOnPage(server);
  const { state, query } = peer.signIn(await page.begin(provider), person);
  await page.return(query);
  const replies = await Promise.all(Array.from({ length: 10 }, () => page.finish(state)));
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test('a sign-on begins, returns and ends on different servers', async () => {
  const { provider, person, student } = await setUp();
  const page = new SignOnPage(server);
  const { state, query } = peer.signIn(await page.begin(provider), person);
  const reply = await page.return(query, second);
  expect(reply.statusCode).toBe(303);
  expect(reply.headers).toMatchObject({
    location: `/signed-in#${state}`,
    'cache-control': 'no-store',
  });
  expect((await page.finish(state)).json()).toMatchObject({ user: { id: student.id } });
});

test('if the server stops before it has verified the reply, the page says to try again', async () => {
  const { provider, person } = await setUp();
  const page = new SignOnPage(server);
  const { state, query } = peer.signIn(await page.begin(provider), person);
  await server.pool.query('update hand_offs set returned_at = now() where state_hash = $1', [
    hashToken(state),
  ]);
  await page.return(query);
  expect((await page.finish(state)).json().code).toBe('sign_on_failed');
});

test('a sign-on that takes longer than ten minutes has ended, and is deleted by later ones', async () => {
  const { provider, person } = await setUp();
  const page = new SignOnPage(server);
  const { state, query } = peer.signIn(await page.begin(provider), person);
  await server.pool.query(`update hand_offs set began_at = began_at - interval '11 minutes'`);
  await page.return(query);
  expect((await page.finish(state)).json().code).toBe('sign_on_expired');
  await new SignOnPage(server).begin(provider);
  expect((await server.pool.query('select 1 from hand_offs')).rows).toHaveLength(1);
});

test('what a hand-off holds cannot be read in the database', async () => {
  const { provider, person, student } = await setUp();
  const page = new SignOnPage(server);
  const { state, query } = peer.signIn(await page.begin(provider), person);
  await page.return(query);
  const { rows } = await server.pool.query('select hand_offs::text as row from hand_offs');
  const { rows: kept } = await server.pool.query('select providers::text as row from providers');
  for (const secret of [state, page.key, student.id, peer.clientSecret]) {
    const stored = [...rows, ...kept].map(({ row }) => row).join();
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
  }
});

test.each([500, 502, 503])(
  'while a provider replies with %i, local sign-in goes on',
  async (status) => {
    const { provider, student, person } = await setUp();
    const page = new SignOnPage(server);
    const { state, query } = peer.signIn(await page.begin(provider), person);
    peer.behaviour.wrong = {
      replies: { '/token': (response) => response.writeHead(status).end('<html>') },
    };
    await page.return(query);
    const reply = await page.finish(state);
    expect(reply.json().code).toBe('provider_unavailable');
    expect(reply.json().message).toMatch(/can’t be reached right now/);
    const { id, password } = student;
    const login = { method: 'POST', url: '/api/v1/auth/login', payload: { id, password } } as const;
    expect((await server.app.inject(login)).statusCode).toBe(200);
  },
);

test.each<[string, NonNullable<Misbehaviour['replies']>[string]]>([
  ['is silent', () => undefined],
  ['sends its reply slowly', (response) => void response.writeHead(200).write('{')],
  ['sends an endless reply', (response) => void sendEndlessly(response)],
  ['breaks off', (response) => response.destroy()],
  ['sends what is no JSON', (response) => response.writeHead(200).end('<html>')],
  ['redirects', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  [
    'names a script as its address',
    (response) => {
      const { issuer } = peer;
      const addresses = { authorization_endpoint: 'javascript:alert(1)', token_endpoint: issuer };
      response.end(JSON.stringify({ issuer, ...addresses }));
    },
  ],
  [
    'says to be another',
    (response) => response.end(JSON.stringify({ issuer: 'https://x.example' })),
  ],
])('a provider that %s ends the begin of a sign-on with one sentence', async (_, misbehave) => {
  peer.behaviour.wrong = { replies: { '/.well-known/openid-configuration': misbehave } };
  const settings = { kind: 'oidc' as const, issuer: peer.issuer, clientId: 'x', scopes: 'openid' };
  const provider = {
    id: randomUUID(),
    name: 'KIIT',
    settings,
    secret: null,
    rollClaim: '',
    changedAt: new Date(),
  };
  const asked = { state: 'x'.repeat(43), callbackAddress: 'https://lab.example.edu/callback' };
  const begun = new Oidc({ timeoutSeconds: 1 }).begin(provider, asked);
  await expect(begun).rejects.toMatchObject({
    message: expect.stringMatching(/^(KIIT|The reply of KIIT) /),
  });
});

async function sendEndlessly(
  response: Parameters<NonNullable<Misbehaviour['replies']>[string]>[0],
) {
  response.writeHead(200);
  while (!response.destroyed) {
    if (!response.write(' '.repeat(65_536))) {
      await once(response, 'drain').catch(() => response.destroy());
    }
  }
}
