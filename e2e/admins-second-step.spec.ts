import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Browser, type Page, expect, test } from '@playwright/test';
import { AuthenticatorApp } from '../server/auth/second-step/authenticators.setup.ts';
import { findings } from './axe.ts';
import { type OwnProduct, startOwnProduct } from './own-product.ts';
import { submitLogin } from './people.ts';

const COMMAND = join(import.meta.dirname, '../tools/commands/admin.ts');
const admin = { id: 'head', password: 'a long password of the head' };
let product: OwnProduct;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  product = await startOwnProduct({ VLABS_DEMO: 'off' });
});
test.afterAll(() => product.stop());

/** As an administrator types it on the server. */
const runCommand = (args: string[], input = ''): string =>
  execFileSync(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env['PATH'], VLABS_DATA: product.dataFolder, VLABS_DEMO: 'off' },
    input,
  }).toString();

const openPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ baseURL: product.url })).newPage();

test('the first admin sets a second step up before anything else, and signs in with it from then on', async ({
  browser,
}) => {
  runCommand(
    ['create', admin.id, '--name', 'Head Of Lab', '--email', 'head@example.edu'],
    `${admin.password}\n`,
  );
  const page = await openPage(browser);
  await page.goto('/login');
  await submitLogin(page, admin);
  await expect(page).toHaveURL('/second-step');
  await page.goto('/admin/dashboard/students');
  await expect(page).toHaveURL('/second-step');
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(admin.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code with the key' })).toBeVisible();
  const key = (await dialog.locator('code').textContent()) ?? '';
  const app = new AuthenticatorApp(key.replaceAll(' ', ''));
  await dialog.getByRole('textbox', { name: 'Code' }).fill(app.show(-1));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/admin/dashboard/students');
  await expect(page.getByRole('heading', { level: 1, name: 'Students' })).toBeVisible();

  const next = await openPage(browser);
  await next.goto('/login');
  await submitLogin(next, admin);
  await next.getByLabel('Code').fill(app.show());
  await next.keyboard.press('Enter');
  await expect(next.getByRole('button', { name: 'Head Of Lab' })).toBeVisible();
  await next.goto('/admin/dashboard/students');
  await expect(next.getByRole('heading', { level: 1, name: 'Students' })).toBeVisible();
});

test('the break-glass password, printed once by a command, opens everything without a second step', async ({
  browser,
}) => {
  const said = runCommand(['break-glass', admin.id]);
  const password = /^Shown only now: (\S{22})$/m.exec(said)?.[1] ?? '';
  const page = await openPage(browser);
  await page.goto('/login');
  await submitLogin(page, { id: admin.id, password });
  await expect(page.getByRole('button', { name: 'Head Of Lab' })).toBeVisible();
  await page.goto('/admin/dashboard/students');
  await expect(page.getByRole('heading', { level: 1, name: 'Students' })).toBeVisible();
});
