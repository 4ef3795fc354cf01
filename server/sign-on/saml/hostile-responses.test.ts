import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { HANG_MS } from '../../../runner/testing/patience.ts';
import { SHA_1, type SamlMisbehaviour } from '../../testing/peers/saml-peer.ts';
import { PUBLIC_URL, SignOnPage, addProvider } from '../sign-on.setup.ts';
import { assertionOf, replace, setUpSaml } from './saml.setup.ts';
import { Verification } from './verification.ts';

const { server, second, installation, peer, settings, setUp, signOnWith } = setUpSaml();

/** An assertion of somebody else, which nobody signed. */
const forge = (xml: string) => {
  return assertionOf(xml)
    .replace(/<(ds:)?Signature.*<\/(ds:)?Signature>/s, '')
    .replace(/ ID="[^"]*"/, ' ID="_forged"')
    .replace(/(<saml:NameID[^>]*>)[^<]*/, '$1somebody-else');
};
const signatureIn = (xml: string) => /<(ds:)?Signature.*?<\/(ds:)?Signature>/s.exec(xml)?.[0] ?? '';
const forgedResponse = (xml: string) =>
  xml
    .replace(signatureIn(xml), '')
    .replace(/ ID="[^"]*"/, ' ID="_forged-response"')
    .replace(assertionOf(xml), () => forge(xml));

test.each<[string, SamlMisbehaviour]>([
  ['without any signature', { signsNoAssertion: true, signsNoResponse: true }],
  ['without a signature of its own', { signsNoResponse: true }],
  ['with an assertion that is not signed', { signsNoAssertion: true }],
  ['signed with a key that is not the provider’s', { hasOtherKey: true }],
  ['signed with SHA-1', { algorithms: SHA_1 }],
  ['with an attribute that was changed', { changeSent: replace(/(roll_number"><[^>]*>)/, '$19') }],
  ['with a name that was changed', { changeSent: replace(/(<saml:NameID[^>]*>)/, '$1x') }],
  ['for another audience', { parts: { audience: 'https://another.example' } }],
  ['without an audience', { changeAssertion: replace(/<saml:AudienceR.*AudienceR[^>]*>/, '') }],
  ['without conditions', { changeAssertion: replace(/<saml:Conditions.*Conditions>/, '') }],
  ['of another issuer', { parts: { issuer: 'https://another.example' } }],
  ['for another recipient', { parts: { recipient: 'https://another.example' } }],
  ['without a recipient', { parts: { recipient: undefined } }],
  ['for another destination', { parts: { destination: 'https://another.example' } }],
  ['without a destination', { parts: { destination: undefined } }],
  ['without a last moment', { parts: { notOnOrAfter: undefined } }],
  ['to another request', { parts: { responseTo: '_another' } }],
  ['to no request', { parts: { responseTo: undefined } }],
  ['with an assertion to another request', { parts: { subjectTo: '_another' } }],
  ['with an assertion to no request', { parts: { subjectTo: undefined } }],
  ['that nobody asked for', { parts: { responseTo: undefined, subjectTo: undefined } }],
  ['that the bearer may not use', { changeAssertion: replace('cm:bearer', 'cm:holder-of-key') }],
  ['without a subject', { changeAssertion: replace(/<saml:Subject>.*<\/saml:Subject>/, '') }],
  ['without a name', { changeAssertion: replace(/<saml:NameID.*NameID>/, '') }],
  ['with an empty name', { changeAssertion: replace(/(<saml:NameID[^>]*>)[^<]*/, '$1 ') }],
  [
    'with an endless name',
    { changeAssertion: replace(/(<saml:NameID[^>]*>)/, `$1${'x'.repeat(300)}`) },
  ],
  [
    'with a name that no database takes',
    { changeAssertion: replace(/(<saml:NameID[^>]*>)/, '$1&#1;') },
  ],
  ['with a comment in the name', { changeSent: replace(/(<saml:NameID[^>]*>..)/, '$1<!---->') }],
  [
    'with a comment in the name that is signed',
    { changeAssertion: replace(/(<saml:NameID[^>]*>..)/, '$1<!-- -->') },
  ],
  ['with CDATA', { changeSent: replace(/(<saml:NameID[^>]*>)/, '$1<![CDATA[]]>') }],
  ['with an instruction', { changeSent: replace(/(<saml:NameID[^>]*>)/, '$1<?x y?>') }],
  ['with an entity of its own', { changeSent: (xml) => `<!DOCTYPE r [<!ENTITY a "b">]>${xml}` }],
  [
    'with an entity bomb',
    {
      changeSent: (xml) =>
        `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${`&a${n === 0 ? '' : n - 1};`.repeat(10)}">`).join('')}]>${xml.replace(/(<saml:NameID[^>]*>)/, '$1&a8;')}`,
    },
  ],
  [
    'with a file of the server',
    { changeSent: (xml) => `<!DOCTYPE r SYSTEM "file:///etc/passwd">${xml}` },
  ],
  [
    'whose assertion is encrypted',
    { changeResponse: (xml) => xml.replaceAll('saml:Assertion', 'saml:EncryptedAssertion') },
  ],
  [
    'with two assertions',
    {
      changeResponse: (xml) =>
        xml.replace('</samlp:Response>', () => `${assertionOf(xml)}</samlp:Response>`),
    },
  ],
  ['with two elements outside', { changeSent: (xml) => xml + xml }],
  ['that breaks off', { changeSent: (xml) => xml.slice(0, -40) }],
  ['that is no XML', { changeSent: () => 'Hello' }],
  ['that is empty', { changeSent: () => '' }],
])('a response %s is refused', async (_, misbehaviour) => {
  expect(await signOnWith(misbehaviour)).toMatchObject({ success: false, code: 'sign_on_failed' });
});

test.each<[string, (xml: string) => string]>([
  [
    'XSW 1: the signed response is in the signature of a forged one',
    (xml) =>
      forgedResponse(xml).replace(
        '</saml:Issuer>',
        () =>
          `</saml:Issuer>${signatureIn(xml).replace('</Signature>', () => `<Object>${xml.replace(signatureIn(xml), '')}</Object></Signature>`)}`,
      ),
  ],
  [
    'XSW 2: the signed response is beside its signature in a forged one',
    (xml) =>
      forgedResponse(xml).replace(
        '</saml:Issuer>',
        () => `</saml:Issuer>${signatureIn(xml)}${xml.replace(signatureIn(xml), '')}`,
      ),
  ],
  [
    'XSW 3: a forged assertion comes before the signed one',
    (xml) => xml.replace('<saml:Assertion', () => `${forge(xml)}<saml:Assertion`),
  ],
  [
    'XSW 4: the signed assertion is in a forged one',
    (xml) =>
      xml.replace(assertionOf(xml), () =>
        forge(xml).replace('</saml:Assertion>', () => `${assertionOf(xml)}</saml:Assertion>`),
      ),
  ],
  [
    'XSW 5: the signed assertion comes last, and the forged one has its signature',
    (xml) => {
      const original = assertionOf(xml);
      const bare = original.replace(signatureIn(original), '');
      const forged = forge(xml).replace(
        '</saml:Issuer>',
        () => `</saml:Issuer>${signatureIn(original)}`,
      );
      return xml
        .replace(original, () => forged)
        .replace('</samlp:Response>', () => `${bare}</samlp:Response>`);
    },
  ],
  [
    'XSW 6: the signed assertion is in the signature of the forged one',
    (xml) => {
      const original = assertionOf(xml);
      const bare = original.replace(signatureIn(original), '');
      const wrapped = signatureIn(original).replace(
        '</Signature>',
        () => `<Object>${bare}</Object></Signature>`,
      );
      return xml.replace(original, () =>
        forge(xml).replace('</saml:Issuer>', () => `</saml:Issuer>${wrapped}`),
      );
    },
  ],
  [
    'XSW 7: the forged assertion is in an extension',
    (xml) =>
      xml.replace(
        '<saml:Assertion',
        () => `<samlp:Extensions>${forge(xml)}</samlp:Extensions><saml:Assertion`,
      ),
  ],
  [
    'XSW 8: the signed assertion is in an object of the forged one',
    (xml) =>
      xml.replace(assertionOf(xml), () =>
        forge(xml).replace(
          '</saml:Assertion>',
          () => `<Object>${assertionOf(xml)}</Object></saml:Assertion>`,
        ),
      ),
  ],
])('a wrapped response is refused. %s', async (_, changeSent) => {
  // Also if a provider signs whatever is in its response.
  for (const wrong of [{ changeSent }, { changeResponse: changeSent }]) {
    const { success, user } = await signOnWith(wrong);
    expect({ success, user }).toEqual({ success: false, user: undefined });
  }
});

test('a response counts once, in its own sign-on and in no other', async () => {
  const { provider, person, student, page } = await setUp();
  const { state, form } = peer.signIn(await page.begin(provider), person);
  await page.post(form);
  await page.post(form, second);
  expect((await page.finish(state)).json()).toMatchObject({ user: { id: student.id } });
  await page.post(form);
  expect((await page.finish(state)).json().code).toBe('sign_on_expired');
  const thief = new SignOnPage(server);
  const own = new URL(await thief.begin(provider)).searchParams.get('RelayState') ?? '';
  await thief.post({ ...form, RelayState: own });
  expect((await thief.finish(own)).json().code).toBe('sign_on_failed');
});

test('a response of one provider is worth nothing at another', async () => {
  const { provider, person, page } = await setUp();
  await setUp({ entityId: 'https://second.example.edu' });
  const other = await addProvider(installation, {
    settings: { ...settings, entityId: 'https://third.example.edu' },
  });
  const { form } = peer.signIn(await page.begin(provider), person);
  const state = new URL(await page.begin(other)).searchParams.get('RelayState') ?? '';
  await page.post({ ...form, RelayState: state });
  expect((await page.finish(state)).json().code).toBe('sign_on_failed');
});

const padded = (pad: string) => ({
  changeAssertion: replace('</saml:AttributeStatement>', `${pad}</saml:AttributeStatement>`),
});
const attributeOf = (value: string) =>
  `<saml:Attribute Name="long"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;

test('a long response is read', async () => {
  const groups = Array.from(
    { length: 150 },
    () => `<saml:AttributeValue>${randomUUID()}</saml:AttributeValue>`,
  );
  const pad = `<saml:Attribute Name="groups">${groups.join('')}</saml:Attribute>`;
  expect(await signOnWith(padded(pad + attributeOf('x'.repeat(60_000))))).toMatchObject({
    success: true,
  });
});

test.each<[string, string]>([
  ['of 20,000 elements', '<a/>'.repeat(20_000)],
  ['with 5,000 attributes', `<a ${Array.from({ length: 5000 }, (_, n) => `a${n}=""`).join(' ')}/>`],
  ['as deep as 200 elements', `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`],
  ['of 20,000 unfinished tags', '<a '.repeat(20_000)],
  ['with 90,000 spaces in a tag', `<a${' '.repeat(90_000)}`],
])('a response %s is refused before it is parsed', async (_, pad) => {
  const changeSent = replace('</samlp:Status>', `</samlp:Status>${pad}`);
  // Parsed, the first would take 20 seconds.
  expect((await signOnWith({ changeSent })).code).toBe('sign_on_failed');
});

test.each([
  ['hangs', 'setInterval(() => undefined, 1000)', 1000, /aborted/],
  ['crashes', 'throw new Error("It crashed.")', HANG_MS, /It crashed/],
])('if the thread that verifies %s, each response is refused', async (_, code, maxMs, reason) => {
  const script = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  const verification = new Verification({ script, maxMs });
  const expected = { requestId: '_a', requestedAt: new Date().toISOString() };
  const asked = { settings: { ...settings, kind: 'saml' as const }, expected, response: '' };
  const verify = () =>
    verification.verify({ ...asked, callbackAddress: PUBLIC_URL }, '192.0.2.0/24');
  await expect(verify()).rejects.toThrow(reason);
  await expect(verify()).rejects.toThrow(reason);
});
