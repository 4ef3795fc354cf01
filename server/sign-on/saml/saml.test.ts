import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { SHA_1, type SamlMisbehaviour, readRequest } from '../../testing/peers/saml-peer.ts';
import { makeSelfSigned } from '../../testing/peers/self-signed.ts';
import { PUBLIC_URL, SignOnPage, cautious } from '../sign-on.setup.ts';
import { assertionOf, setUpSaml } from './saml.setup.ts';

const CALLBACK = `${PUBLIC_URL}/api/v1/sign-on/callback`;
const ENTITY_ID = `${PUBLIC_URL}/api/v1/sign-on/metadata`;
const MINUTE = 60_000;

const { server, second, admin, peer, settings, setUp, signOnWith } = setUpSaml();

test('a person signs in over a form of the provider, on different servers', async () => {
  const { provider, student, person, page } = await setUp();
  const address = await page.begin(provider);
  expect(address.startsWith(`${peer.signOnAddress}&SAMLRequest=`)).toBe(true);
  expect(readRequest(address)).toMatchObject({ issuer: ENTITY_ID, callback: CALLBACK });
  const { state, form } = peer.signIn(address, person);
  const reply = await page.post(form, second);
  expect(reply.statusCode).toBe(303);
  expect(reply.headers).toMatchObject({
    location: `/signed-in#${state}`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  expect(reply.headers['set-cookie']).toBeUndefined();
  expect((await page.finish(state)).json()).toMatchObject({ user: { id: student.id } });
});

test('attributes are the person’s name, address and identifier', async () => {
  const attributes = { uid: 'u-1', displayName: 'A &amp; B', mail: ['a@example.edu', 'b@x.org'] };
  const named = { subjectAttribute: 'uid', verifiesEmail: true };
  const { provider, page } = await setUp(named);
  const key = { keyHash: page.keyHash };
  const url = `/api/v1/sign-on/providers/${provider}/try`;
  const { headers } = admin;
  const begun = await server.app.inject({ method: 'POST', url, headers, payload: key });
  const { state, form } = peer.signIn(begun.json().data.address, { nameId: 'x', attributes });
  await page.post(form);
  const payload = { state, key: page.key };
  const tries = { method: 'POST', url: '/api/v1/sign-on/tries', headers, payload } as const;
  const { provided, claims } = (await server.app.inject(tries)).json().data;
  expect(provided).toEqual({
    subject: 'u-1',
    rollNumber: null,
    name: 'A & B',
    email: 'a@example.edu',
    isEmailVerified: true,
  });
  expect(JSON.parse(claims)).toMatchObject({ uid: ['u-1'], mail: ['a@example.edu', 'b@x.org'] });
});

test('an address that the university has not checked links no account', async () => {
  const { provider, student, page } = await setUp();
  await server.pool.query('update people set email = $1 where id = $2', [
    `${student.id}@example.edu`,
    student.id,
  ]);
  const person = { nameId: randomUUID(), attributes: { mail: `${student.id}@example.edu` } };
  const { state, form } = peer.signIn(await page.begin(provider), person);
  await page.post(form);
  expect((await page.finish(state)).json().code).toBe('sign_on_no_account');
});

test.each([-90_000, 90_000])(
  'a provider whose clock is off by %i ms is believed',
  async (clockMs) => {
    expect(await signOnWith({ clockMs })).toMatchObject({ success: true });
  },
);

test.each([-10 * MINUTE, 10 * MINUTE])(
  'if the clocks differ by %i ms, the refusal says so with our time',
  async (clockMs) => {
    const { code, message } = await signOnWith({ clockMs });
    expect(code).toBe('sign_on_failed');
    expect(message).toMatch(/^The clocks of this server \(\d\d:\d\d:\d\d UTC\) and of /);
  },
);

test('a name that the provider changes each time is refused with what to do', async () => {
  const nameFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
  const { message } = await signOnWith({ nameFormat });
  expect(message).toMatch(/names you differently each time\. Tell the administrators\.$/);
});

const decline = (xml: string) =>
  xml.replace(':status:Success', ':status:Responder').replace(assertionOf(xml), '');

test('a person who declines at the provider reads that they were not signed in', async () => {
  const { message } = await signOnWith({ changeResponse: decline });
  expect(message).toMatch(/did not sign you in\. Try again\.$/);
});

test.each<[string, SamlMisbehaviour, RegExp]>([
  ['signs only the assertion', { signsNoResponse: true }, /must sign both/],
  ['signs only the response', { signsNoAssertion: true }, /must sign both/],
  ['signs with SHA-1', { algorithms: SHA_1 }, /signs in an unsafe way/],
  [
    'encrypts',
    { changeResponse: (xml) => xml.replaceAll('saml:Assertion', 'saml:EncryptedAssertion') },
    /encrypts/,
  ],
])('if the provider %s, the refusal says what to change', async (_, wrong, expected) => {
  const { message } = await signOnWith(wrong);
  expect(message).toMatch(expected);
});

test('a form that is too large or has too many fields is refused', async () => {
  const page = new SignOnPage(server);
  const RelayState = 'x'.repeat(43);
  const large = await page.post({ RelayState, SAMLResponse: 'x'.repeat(200_000) });
  expect(large.statusCode).toBe(413);
  const crowded = Array.from({ length: 100 }, (_, n): [string, string] => [`a${n}`, '']);
  expect((await page.post(crowded)).statusCode).toBe(413);
});

test.each<[string, [string, string][]]>([
  ['without a RelayState', []],
  ['with an empty RelayState', [['RelayState', '']]],
  ['with a foreign RelayState', [['RelayState', 'https://evil.example']]],
  [
    'with two',
    [
      ['RelayState', 'a'.repeat(43)],
      ['RelayState', 'b'.repeat(43)],
    ],
  ],
])('a form %s leads nowhere', async (_, fields) => {
  const reply = await new SignOnPage(server).post([...fields, ['SAMLResponse', 'PGE+']]);
  expect(reply.statusCode).toBe(400);
  expect(reply.headers.location).toBeUndefined();
});

test('a form with several responses, or none, is refused', async () => {
  const { provider, person, page } = await setUp();
  for (const count of [0, 2]) {
    const { state, form } = peer.signIn(await page.begin(provider), person);
    const responses = Array.from({ length: count }, (): [string, string] => [
      'SAMLResponse',
      form.SAMLResponse,
    ]);
    await page.post([['RelayState', state], ...responses]);
    expect((await page.finish(state)).json().code).toBe('sign_on_failed');
  }
});

test('forms are taken at no other call', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const url = '/api/v1/sign-on/finish';
  const reply = await server.app.inject({ method: 'POST', url, headers, payload: 'state=a&key=b' });
  expect(reply.statusCode).toBe(415);
});

test('the metadata name this installation and its callback', async () => {
  const reply = await server.app.inject({ url: '/api/v1/sign-on/metadata' });
  expect(reply.headers['content-type']).toMatch(/^application\/samlmetadata\+xml/);
  const { EntityDescriptor: described } = new XMLParser({ ignoreAttributes: false }).parse(
    reply.body,
  );
  expect(described['@_entityID']).toBe(ENTITY_ID);
  const { AssertionConsumerService: consumer } = described.SPSSODescriptor;
  expect(consumer['@_Location']).toBe(CALLBACK);
});

async function create(certificates: string[]) {
  const { headers } = admin;
  const named = { name: randomUUID(), secret: '', ...cautious };
  const payload = { ...named, settings: { ...settings, certificates } };
  const url = '/api/v1/sign-on/providers';
  return (await server.app.inject({ method: 'POST', url, headers, payload })).json();
}

const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength });
const LATER = new Date('2049-12-31');

test('certificates are taken in PEM and in base64 as in metadata, and expired ones are named', async () => {
  const bare = peer.certificate.replaceAll(/-----.*-----/g, '');
  const expired = makeSelfSigned(rsa(2048), new Date('2024-02-03'));
  expect(await create([bare])).toMatchObject({ success: true });
  const { success, message } = await create([peer.certificate, expired]);
  expect(success).toBe(true);
  expect(message).toMatch(
    /Its certificate expired on 2024-02-03\. Ask whether there is a new one\.$/,
  );
});

test.each<[string, () => string[]]>([
  ['none', () => []],
  ['five', () => Array.from({ length: 5 }, () => peer.certificate)],
  ['what is no certificate', () => ['AAAA']],
  ['a private key', () => [String(rsa(2048).privateKey.export({ type: 'pkcs8', format: 'pem' }))]],
  ['a short key', () => [makeSelfSigned(rsa(1024), LATER)]],
  [
    'a key that is not RSA',
    () => [
      makeSelfSigned({ ...rsa(2048), publicKey: generateKeyPairSync('ed25519').publicKey }, LATER),
    ],
  ],
  ['an endless text', () => ['A'.repeat(20_000)]],
])('as certificates, %s is refused', async (_, certificates) => {
  expect(await create(certificates())).toMatchObject({ success: false, code: 'invalid' });
});
