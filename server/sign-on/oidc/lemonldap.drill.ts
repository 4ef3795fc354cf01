import { afterAll, describe, expect, test } from 'vitest';
import { haveInstalled } from '../../testing/peers/debian.ts';
import { CookieBrowser } from '../../testing/peers/browser.ts';
import {
  LEMONLDAP_PACKAGES,
  LEMONLDAP_PERSON,
  startLemonldap,
} from '../../testing/peers/lemonldap.ts';
import { beforeTests } from '../../testing/server.setup.ts';
import { PUBLIC_URL, SignOnPage, addProvider, setUpSignOn } from '../sign-on.setup.ts';

const CALLBACK = `${PUBLIC_URL}/api/v1/sign-on/callback`;

describe.skipIf(!haveInstalled(LEMONLDAP_PACKAGES))('with LemonLDAP::NG', () => {
  const installation = setUpSignOn();
  const { server, second } = installation;
  const real = beforeTests(() => startLemonldap(CALLBACK));
  afterAll(() => real.stop());

  test('a person signs in over its own pages and both servers, once', async () => {
    const providerId = await addProvider(
      { ...installation, peer: real },
      { createsAccounts: true, emailDomains: [] },
    );
    const page = new SignOnPage(server);
    const { search, searchParams } = await signInThere(page, providerId);
    await page.return(search.slice(1), second);
    const state = searchParams.get('state') ?? '';
    const signedIn = await page.finish(state);
    // It does not say that the address is verified, so the account does not get it.
    expect(signedIn.json()).toMatchObject({
      user: { id: LEMONLDAP_PERSON, email: '' },
    });
    await page.return(search.slice(1));
    expect((await page.finish(state)).json()).toMatchObject({ code: 'sign_on_expired' });
  });

  test('a reply of another sign-on is refused', async () => {
    const providerId = await addProvider({ ...installation, peer: real });
    const page = new SignOnPage(server);
    const { searchParams } = await signInThere(page, providerId);
    const other = new URL(await page.begin(providerId)).searchParams.get('state') ?? '';
    searchParams.set('state', other);
    await page.return(searchParams.toString());
    expect((await page.finish(other)).json()).toMatchObject({ code: 'sign_on_failed' });
  });
});

/** Signs in at the provider's own pages; returns the reply that it sends along. */
async function signInThere(page: SignOnPage, providerId: string): Promise<URL> {
  const browser = new CookieBrowser();
  const login = await browser.open(await page.begin(providerId), { end: PUBLIC_URL });
  const credentials = { user: LEMONLDAP_PERSON, password: LEMONLDAP_PERSON };
  return new URL((await browser.submit(login, credentials, PUBLIC_URL)).address);
}
