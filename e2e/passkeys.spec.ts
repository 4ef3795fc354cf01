import { type Browser, type Page, expect, test } from '@playwright/test';
import { inventStudent, submitLogin } from './people.ts';

/** Passkeys work at localhost and not at 127.0.0.1. */
function atLocalhost(browser: Browser, baseURL: string | undefined) {
  const opened = new URL(baseURL ?? '');
  opened.hostname = 'localhost';
  return browser.newContext({ baseURL: opened.origin });
}

/** A platform authenticator that recognizes its person. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a person adds a passkey, signs out, signs in with it, and removes it with itself as the proof', async ({
  browser,
  baseURL,
}) => {
  const context = await atLocalhost(browser, baseURL);
  const student = inventStudent();
  await context.request.post('/api/v1/auth/register', { data: student });
  const page = await context.newPage();
  await plugInAuthenticator(page);
  await page.goto('/login');
  await submitLogin(page, student);
  await expect(page).toHaveURL('/');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByLabel('Your password').fill(student.password);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  const table = page.getByRole('table', { name: 'Your passkeys' });
  await expect(table.getByText('My laptop')).toBeVisible();

  await page.getByRole('button', { name: student.name }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('button', { name: student.name })).toBeVisible();

  await page.goto('/account');
  await table.getByRole('button', { name: 'Remove My laptop' }).click();
  await dialog.getByRole('button', { name: 'Use a passkey instead' }).click();
  await dialog.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(table).toBeHidden();
  await context.close();
});

test('where passkeys do not work, none is offered and the account page says why', async ({
  page,
}) => {
  const student = inventStudent();
  await page.request.post('/api/v1/auth/register', { data: student });
  await page.goto('/login');
  await submitLogin(page, student);
  await expect(page).toHaveURL('/');
  await page.goto('/account');
  await expect(page.getByText('Passkeys work only at a public https address')).toBeVisible();
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden();
});
