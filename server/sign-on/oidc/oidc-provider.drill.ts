import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { makeStudent } from '../../testing/acts/make.ts';
import { CookieBrowser } from '../../testing/peers/browser.ts';
import { beforeTests } from '../../testing/server.setup.ts';
import { PUBLIC_URL, SignOnPage, addProvider, setUpSignOn } from '../sign-on.setup.ts';

const CALLBACK = `${PUBLIC_URL}/api/v1/sign-on/callback`;
const SECRET = 'a secret of the client that is long enough';

const installation = setUpSignOn();
const { server, second } = installation;
const real = beforeTests(startProvider);
afterAll(() => real.close());

/** The certified provider of the npm registry, whose own pages ask for any login and a consent. */
async function startProvider() {
  const listener = createServer();
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
  const { port } = z.object({ port: z.int() }).parse(listener.address());
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'v-labs',
        client_secret: SECRET,
        redirect_uris: [CALLBACK],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'roll_number'],
    },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        name: 'A. Person',
        roll_number: id,
        email: `${id}@example.edu`,
        email_verified: true,
      }),
    }),
  });
  listener.on('request', provider.callback());
  return {
    issuer,
    clientSecret: SECRET,
    close: () => new Promise<void>((closed) => void listener.close(() => closed())),
  };
}

test('a student signs in with a certified provider, over its own pages and both servers', async () => {
  const providerId = await addProvider({ ...installation, peer: real }, { isAuthoritative: true });
  const { id } = await makeStudent(server.pool);
  const page = new SignOnPage(server);
  const browser = new CookieBrowser();
  const login = await browser.open(await page.begin(providerId), { end: PUBLIC_URL });
  const consent = await browser.submit(login, { login: id, password: 'any' }, PUBLIC_URL);
  const returned = new URL((await browser.submit(consent, {}, PUBLIC_URL)).address);
  const reply = await page.return(returned.search.slice(1), second);
  expect(reply.headers.location).toBe(`/signed-in#${returned.searchParams.get('state')}`);
  const signedIn = await page.finish(returned.searchParams.get('state') ?? '');
  expect(signedIn.json()).toMatchObject({ user: { id, email: `${id}@example.edu` } });
});
