import { type Browser, type Page, expect, test } from '@playwright/test';
import { MailServer } from '../server/testing/peers/mail-server.ts';
import { findings } from './axe.ts';
import { type OwnProduct, startPublicProduct } from './own-product.ts';
import { registerStudent, submitLogin } from './people.ts';

const mails = new MailServer();
let product: OwnProduct;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  await mails.start();
  product = await startPublicProduct({
    ...mails.environment,
    VLABS_DEMO: 'off',
    VLABS_REGISTRATION: 'open',
  });
});
test.afterAll(async () => {
  await product.stop();
  await mails.stop();
});

const openPage = async (browser: Browser) =>
  (await browser.newContext({ baseURL: product.url })).newPage();

/** The link in the mail with this subject, once it has arrived. */
async function linkMailedTo(email: string, subject: string): Promise<string> {
  const find = () =>
    mails.received.findLast(({ to, message }) => to.includes(email) && message.subject === subject);
  await expect.poll(() => find() !== undefined).toBe(true);
  return /^http.*$/m.exec(find()?.message.text ?? '')?.[0] ?? '';
}

async function submitNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
}

test('somebody who forgot the password gets a link by mail, sets a new one and signs in, without an admin', async ({
  browser,
}) => {
  const page = await openPage(browser);
  const student = await registerStudent(page.request);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel('Roll number or email address').fill(student.id);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('If no mail comes, look in the spam folder')).toBeVisible();

  const link = await linkMailedTo(student.email, 'Set a new password for V-labs');
  // The scanner of a mail server opens links before the person does.
  await page.request.get(link);
  await page.goto(link);
  expect(await findings(page)).toEqual([]);
  await submitNewPassword(page, '');
  await expect(page.getByText('Password is required.').first()).toBeVisible();
  const password = 'a new and longer password';
  await submitNewPassword(page, password);
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await submitLogin(page, { ...student, password });
  await expect(page.getByRole('button', { name: student.name })).toBeVisible();

  const other = await openPage(browser);
  await other.goto(link);
  await submitNewPassword(other, 'another long password');
  await expect(other.getByText('This link was used').first()).toBeVisible();
  await other.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(other.getByRole('button', { name: 'Send the link' })).toBeVisible();
  await linkMailedTo(student.email, 'Your password for V-labs was changed');
});

test('a student changes the address, which counts once it was confirmed', async ({ browser }) => {
  const page = await openPage(browser);
  const student = await registerStudent(page.request);
  await page.goto('/login');
  await submitLogin(page, student);
  await expect(page.getByRole('button', { name: student.name })).toBeVisible();
  await page.goto('/account');
  const email = `new.${student.email}`.toLowerCase();
  await page.getByLabel('New email address').fill(email);
  await page.getByLabel('Your password').fill(student.password);
  await page.getByRole('button', { name: 'Change address' }).click();
  await expect(page.getByText(`${email} waits to be confirmed`)).toBeVisible();
  await page.goto(await linkMailedTo(email, 'Confirm your new email address for V-labs'));
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.goto('/account');
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
});
