import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeStudent } from '../../testing/acts/make.ts';
import { haveInstalled } from '../../testing/peers/debian.ts';
import { PEOPLE, READER, startSlapd } from '../../testing/peers/slapd.ts';
import { beforeTests } from '../../testing/server.setup.ts';
import { SignOnPage, addProvider, hashOf, setUpSignOn } from '../sign-on.setup.ts';

const PASSWORD = 'pässword of the directory';

describe.skipIf(!haveInstalled(['slapd']))('with OpenLDAP’s server', () => {
  const installation = setUpSignOn();
  const { server, second, admin } = installation;
  const slapd = beforeTests(() =>
    startSlapd([
      { uid: 'asha', password: PASSWORD, rollNumber: '2105001', mail: 'asha@example.edu' },
      { uid: 'twin', password: PASSWORD, rollNumber: '2105002' },
      { uid: 'twin', password: PASSWORD, rollNumber: '2105003' },
      { uid: 'a*b', password: PASSWORD, rollNumber: '2105004' },
      { uid: 'linked', password: PASSWORD, rollNumber: '2105005' },
    ]),
  );
  afterAll(() => slapd.stop());
  beforeEach(() => server.pool.query('delete from login_failures'));

  const addDirectory = (differences: object = {}) =>
    addProvider(
      { ...installation, peer: { issuer: '', clientSecret: READER.password } },
      {
        settings: {
          kind: 'ldap',
          address: slapd.address,
          authorities: slapd.certificate,
          readerName: READER.name,
          base: PEOPLE,
          filter: '(objectClass=inetOrgPerson)',
          userAttribute: 'uid',
          subjectAttribute: 'entryUUID',
          nameAttribute: 'displayName',
          emailAttribute: 'mail',
          verifiesEmail: true,
          ...differences,
        },
        rollFrom: 'claim',
        rollClaim: 'employeenumber',
        createsAccounts: true,
      },
    );

  async function signIn(credentials: object, differences: object = {}) {
    const page = new SignOnPage(server);
    return page.beginWith({ providerId: await addDirectory(differences), credentials });
  }

  test('a person signs in with a user name and password of the directory, over two servers', async () => {
    const providerId = await addDirectory();
    const page = new SignOnPage(server);
    const credentials = { userName: ' Asha ', password: PASSWORD };
    const begun = await page.beginWith({ providerId, credentials });
    expect(begun.json()).toMatchObject({
      data: { address: expect.stringMatching(/^\/signed-in#/) },
    });
    const state = begun.json().data.address.split('#').at(1);
    const signedIn = await page.finish(state, {}, second);
    expect(signedIn.json()).toMatchObject({
      user: { id: '2105001', name: 'Person 0', email: 'asha@example.edu' },
    });
    expect((await page.finish(state)).json()).toMatchObject({ code: 'sign_on_expired' });
  });

  test.each([
    ['a wrong password', { userName: 'asha', password: 'wrong' }],
    ['an unknown user name', { userName: 'nobody', password: PASSWORD }],
    ['a user name of filter characters', { userName: '*', password: PASSWORD }],
    ['a user name that closes the filter', { userName: 'x)(uid=*', password: PASSWORD }],
    ['a user name of escapes', { userName: String.raw`a\2a`, password: PASSWORD }],
    ['a user name that begins like one', { userName: 'a*', password: PASSWORD }],
    ['the password of the reader', { userName: 'asha', password: READER.password }],
  ])('%s is refused like any other', async (_, credentials) => {
    const reply = await signIn(credentials);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      code: 'wrong_password',
      message: expect.stringMatching(/ does not know this user name with this password\.$/),
    });
  });

  test('filter characters in a user name stand for themselves', async () => {
    const reply = await signIn({ userName: 'a*b', password: PASSWORD });
    expect(reply.statusCode).toBe(200);
  });

  test('a user name of two people signs nobody in', async () => {
    const reply = await signIn({ userName: 'twin', password: PASSWORD });
    expect(reply.statusCode).toBe(403);
    expect(reply.json().message).toMatch(/ knows several people with this user name\./);
  });

  test('guesses are throttled like those of our passwords, and a right one no longer counts then', async () => {
    const providerId = await addDirectory();
    const page = new SignOnPage(server);
    const guess = (password: string, userName = 'asha') =>
      page.beginWith({ providerId, credentials: { userName, password } });
    for (const userName of ['asha', 'ASHA', 'ａsha', 'as\u{AD}ha', 'áshá']) {
      for (let times = 0; times < 2; times += 1) {
        expect((await guess('no', userName)).statusCode).toBe(400);
      }
    }
    const refused = await guess(PASSWORD);
    expect(refused.statusCode).toBe(429);
    expect(refused.json().code).toBe('too_many_logins');
  });

  test('a plain address is encrypted before anything is asked', async () => {
    const reply = await signIn(
      { userName: 'asha', password: PASSWORD },
      { address: slapd.plainAddress },
    );
    expect(reply.statusCode).toBe(200);
  });

  test.each([
    ['plain address', () => slapd.plainAddress],
    ['encrypted address', () => slapd.address],
  ])('a certificate of an unknown authority at a %s ends the sign-on', async (_, address) => {
    const credentials = { userName: 'asha', password: PASSWORD };
    const reply = await signIn(credentials, { address: address(), authorities: '' });
    expect(reply.statusCode).toBe(503);
    expect(reply.json().code).toBe('provider_unavailable');
  });

  test.each([
    ['a wrong name of the reader', { readerName: 'cn=nobody,dc=example,dc=edu' }],
    ['a base that does not exist', { base: 'ou=nowhere,dc=example,dc=edu' }],
    ['a filter that is none', { filter: '((' }],
  ])('%s is told to the administrators', async (_, differences) => {
    const reply = await signIn({ userName: 'asha', password: PASSWORD }, differences);
    expect(reply.statusCode).toBe(403);
    expect(reply.json().message).toMatch(/ Tell the administrators/);
  });

  test('an admin sees what arrives before the directory is switched on', async () => {
    const providerId = await addDirectory();
    const key = randomUUID();
    const credentials = { userName: 'asha', password: PASSWORD };
    const { headers } = admin;
    const url = `/api/v1/sign-on/providers/${providerId}/try`;
    const payload = { keyHash: hashOf(key), credentials };
    const begun = await server.app.inject({ method: 'POST', url, headers, payload });
    const state = begun.json().data.address.split('#').at(1);
    const tries = { method: 'POST' as const, url: '/api/v1/sign-on/tries', headers };
    const shown = (await server.app.inject({ ...tries, payload: { state, key } })).json().data;
    expect(shown.provided).toMatchObject({ rollNumber: '2105001', isEmailVerified: true });
    expect(shown.claims).toContain('employeenumber');
    expect(shown.claims).not.toContain('userPassword');
  });

  test('a signed-in student connects the directory', async () => {
    const providerId = await addDirectory();
    const { headers } = await makeStudent(server.pool, '2105005');
    const key = randomUUID();
    const url = '/api/v1/sign-on/links';
    const credentials = { userName: 'linked', password: PASSWORD };
    const payload = { providerId, keyHash: hashOf(key), credentials };
    const begun = await server.app.inject({ method: 'POST', url, headers, payload });
    const finished = { key, state: begun.json().data.address.split('#').at(1) };
    const end = { method: 'POST' as const, url: `${url}/finish`, headers, payload: finished };
    expect((await second.app.inject(end)).statusCode).toBe(200);
  });
});
