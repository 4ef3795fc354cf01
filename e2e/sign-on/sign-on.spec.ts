import { type Browser, type Page, expect, test } from '@playwright/test';
import { type OidcPeer, startOidcPeer } from '../../server/testing/peers/oidc-peer.ts';
import { findings } from '../axe.ts';
import { type OwnProduct, startPublicProduct } from '../own-product.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../people.ts';

const NAME = 'Campus';
let product: OwnProduct;
let peer: OidcPeer;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  [product, peer] = await Promise.all([startPublicProduct({ VLABS_DEMO: 'on' }), startOidcPeer()]);
});
test.afterAll(() => Promise.all([product.stop(), peer.close()]));

const openPage = async (browser: Browser) =>
  (await browser.newContext({ baseURL: product.url })).newPage();

const signInWith = (page: Page) => page.getByRole('button', { name: `Sign in with ${NAME}` });

test('a campus admin adds a provider, sees what arrives from it, and switches it on', async ({
  browser,
}) => {
  const page = await openPage(browser);
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/profile');
  await page.getByRole('link', { name: 'Sign-on' }).click();
  await expect(page.getByText(`${product.url}/api/v1/sign-on/callback`)).toBeVisible();
  await page.getByRole('link', { name: 'Add provider' }).click();
  await page.getByRole('button', { name: 'Add provider' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill(NAME);
  await page.getByLabel('Issuer').fill(peer.issuer);
  await page.getByLabel('Client id').fill('v-labs');
  await page.getByLabel('Client secret').fill(peer.clientSecret);
  await page.getByLabel('Email domains').fill('example.edu');
  await page.getByRole('checkbox', { name: 'Create student accounts' }).check();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add provider' }).click();
  await expect(page.getByRole('heading', { name: NAME, level: 1 })).toBeVisible();

  peer.behaviour.person = { sub: 'admin', email: '2199001@example.edu', email_verified: true };
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(page.getByText('Creates the student account 2199001 and signs in.')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the provider' }).click();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByRole('heading', { name: 'On', exact: true })).toBeVisible();
});

test('a student signs in with it, at the page that was asked for', async ({ browser }) => {
  const page = await openPage(browser);
  peer.behaviour.person = {
    sub: 'student',
    name: 'Asha Das',
    email: '2199002@example.edu',
    email_verified: true,
  };
  await page.goto('/tests');
  await signInWith(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tests' })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText('You have no password here.')).toBeVisible();
  await page.getByRole('button', { name: `Disconnect ${NAME}` }).click();
  await expect(page.getByText('This is your only way to sign in.').first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test('an account with the same address is linked with its password, and disconnected', async ({
  browser,
}) => {
  const page = await openPage(browser);
  const student = await registerStudent(page.request);
  peer.behaviour.person = { sub: student.id, email: student.email, email_verified: true };
  await page.goto('/login');
  await signInWith(page).click();
  // The sign-in page has a field with this name, too.
  await expect(page.getByText(`The account ${student.id} has your email address.`)).toBeVisible();
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('The roll number or the password is wrong.').first()).toBeVisible();
  await page.getByLabel('Password').fill(student.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /News about/ })).toBeVisible();
  await page.goto('/account');
  await page.getByRole('button', { name: `Disconnect ${NAME}` }).click();
  await page.getByRole('button', { name: `Connect ${NAME}`, exact: true }).click();
  await expect(page.getByText(`You can sign in with ${NAME} now.`)).toBeVisible();
});

test('somebody without an account here reads what to do', async ({ browser }) => {
  const page = await openPage(browser);
  peer.behaviour.person = { sub: 'stranger' };
  await page.goto('/login');
  await signInWith(page).click();
  await expect(page.getByText(`No account here fits your account of ${NAME}.`)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the sign-in page' }).click();
  await expect(signInWith(page)).toBeVisible();
});
