import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { SamlPeer, type SamlPerson } from '../../server/testing/peers/saml-peer.ts';
import { findFreePort } from '../../server/testing/peers/start-proxy.ts';
import { findings } from '../axe.ts';
import { type OwnProduct, startPublicProduct } from '../own-product.ts';
import { beSignedIn, demoAdmin } from '../people.ts';

const NAME = 'Campus SAML';
let product: OwnProduct;
let peer: SamlPeer;
let site: Server;
/** Who signs in at the provider. */
let person: SamlPerson;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  const peerPort = await findFreePort();
  product = await startPublicProduct({ VLABS_DEMO: 'on' });
  // For browsers another site than the product.
  peer = new SamlPeer(`http://localhost:${peerPort}`);
  site = createServer((request, response) => {
    const { form } = peer.signIn(`http://localhost${request.url}`, person);
    response.setHeader('content-type', 'text/html').end(pageWith(form));
  }).listen(peerPort, 'localhost');
  await once(site, 'listening');
});
test.afterAll(async () => {
  site?.close();
  await product?.stop();
});

/** A page that sends the form, as those of providers do. */
function pageWith(form: Record<string, string>): string {
  const fields = Object.entries(form).map(
    ([name, value]) => `<input name=${name} value="${value}">`,
  );
  const action = `${product.url}/api/v1/sign-on/callback`;
  return `<form method=post action=${action}>${fields.join('')}</form><script>document.forms[0].submit()</script>`;
}

test('a campus admin pastes the metadata of a SAML provider, and a student signs in with it', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/sign-on/new');
  await page.getByLabel('Name', { exact: true }).fill(NAME);
  await page.getByLabel('Kind').selectOption('SAML: Shibboleth, SimpleSAMLphp, AD FS');
  await expect(page.getByText(`${product.url}/api/v1/sign-on/metadata`)).toBeVisible();
  const metadata = page.getByLabel('Metadata of the provider');
  await metadata.fill('<EntityDescriptor/>');
  await expect(page.getByText('These are not the metadata of one SAML provider.')).toBeVisible();
  await metadata.fill(peer.describe());
  await expect(page.getByLabel('Entity id')).toHaveValue(peer.entityId);
  await expect(page.getByLabel('Sign-on address')).toHaveValue(peer.signOnAddress);
  await page.getByLabel('Roll number', { exact: true }).selectOption('An attribute');
  await page.getByLabel('Attribute', { exact: true }).fill('roll_number');
  await page.getByRole('checkbox', { name: 'Create student accounts' }).check();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add provider' }).click();
  await expect(page.getByRole('heading', { name: NAME, level: 1 })).toBeVisible();

  person = { nameId: 'admin', attributes: { roll_number: '2177001' } };
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(page.getByText('Creates the student account 2177001 and signs in.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the provider' }).click();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByRole('heading', { name: 'On', exact: true })).toBeVisible();

  const student = await (await browser.newContext({ baseURL: product.url })).newPage();
  person = { nameId: 'asha', attributes: { roll_number: '2177002' } };
  await student.goto('/tests');
  await student.getByRole('button', { name: `Sign in with ${NAME}` }).click();
  await expect(student.getByRole('heading', { level: 1, name: 'Tests' })).toBeVisible();
});
