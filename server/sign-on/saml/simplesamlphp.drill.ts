import { afterAll, describe, expect, test } from 'vitest';
import { makeStudent } from '../../testing/acts/make.ts';
import { CookieBrowser, hiddenFieldsOf } from '../../testing/peers/browser.ts';
import { haveInstalled } from '../../testing/peers/debian.ts';
import { PACKAGES, startSimpleSamlPhp } from '../../testing/peers/simplesamlphp.ts';
import { beforeTests } from '../../testing/server.setup.ts';
import { PUBLIC_URL, SignOnPage, addProvider, setUpSignOn } from '../sign-on.setup.ts';

const login = { username: 'asha', password: 'a password of the provider' };

/** Signs in on the provider's own pages; returns the form that its last page sends. */
async function signIn(page: SignOnPage, providerId: string) {
  const browser = new CookieBrowser();
  const asked = await browser.open(await page.begin(providerId), { end: PUBLIC_URL });
  const { page: last } = await browser.submit(asked, login, PUBLIC_URL);
  const form = Object.fromEntries(hiddenFieldsOf(last));
  return { state: form['RelayState'] ?? '', form };
}

describe.skipIf(!haveInstalled(PACKAGES))('with SimpleSAMLphp', () => {
  const installation = setUpSignOn();
  const { server, second } = installation;
  const student = beforeTests(() => makeStudent(server.pool));
  const real = beforeTests(async () => {
    const metadata = await server.app.inject({ url: '/api/v1/sign-on/metadata' });
    const attributes = { uid: 'asha', displayName: 'Asha Das', employeeNumber: student.id };
    const account = { userName: login.username, password: login.password, attributes };
    return startSimpleSamlPhp(account, metadata.body);
  });
  afterAll(() => real.stop());

  const add = (differences: object = {}) =>
    addProvider(installation, {
      settings: {
        kind: 'saml',
        entityId: real.entityId,
        signOnAddress: real.signOnAddress,
        certificates: [real.certificate],
        subjectAttribute: '',
        nameAttribute: 'displayName',
        emailAttribute: 'mail',
        verifiesEmail: false,
        ...differences,
      },
      rollClaim: 'employeeNumber',
      isAuthoritative: true,
    });

  test('a student signs in over its own pages, again as the same person, and on both servers', async () => {
    const providerId = await add();
    for (const other of [second, server]) {
      const page = new SignOnPage(server);
      const { state, form } = await signIn(page, providerId);
      const reply = await page.post(form, other);
      expect(reply.headers.location).toBe(`/signed-in#${state}`);
      expect((await page.finish(state)).json()).toMatchObject({ user: { id: student.id } });
    }
    const { rows } = await server.pool.query('select subject from identities');
    expect(rows).toHaveLength(1);
  });

  test('its response counts once, and is worth nothing in another sign-on', async () => {
    const providerId = await add();
    const [page, thief] = [new SignOnPage(server), new SignOnPage(server)];
    const { state, form } = await signIn(page, providerId);
    const own = new URL(await thief.begin(providerId)).searchParams.get('RelayState') ?? '';
    await thief.post({ ...form, RelayState: own });
    expect((await thief.finish(own)).json().code).toBe('sign_on_failed');
    await page.post(form);
    expect((await page.finish(state)).json()).toMatchObject({ success: true });
    await page.post(form);
    expect((await page.finish(state)).json().code).toBe('sign_on_expired');
  });

  test('a changed attribute is refused', async () => {
    const page = new SignOnPage(server);
    const { state, form } = await signIn(page, await add());
    const xml = Buffer.from(form['SAMLResponse'] ?? '', 'base64').toString();
    expect(xml).toContain(student.id);
    const changed = Buffer.from(xml.replace(student.id, '2105002')).toString('base64');
    await page.post({ ...form, SAMLResponse: changed });
    expect((await page.finish(state)).json().code).toBe('sign_on_failed');
  });

  test('another entity id of the provider is refused', async () => {
    const page = new SignOnPage(server);
    const { state, form } = await signIn(page, await add({ entityId: 'https://another.example' }));
    await page.post(form);
    expect((await page.finish(state)).json().code).toBe('sign_on_failed');
  });
});
