import { type Page, expect, test } from '@playwright/test';
import { AuthenticatorApp } from '../server/auth/second-step/authenticators.setup.ts';
import { findings } from './axe.ts';
import { registerStudent, submitLogin } from './people.ts';

test('a person sets an authenticator app up, signs in with a code and then with a recovery code, and removes it', async ({
  page,
}) => {
  const student = await registerStudent(page.request);
  await page.goto('/login');
  await submitLogin(page, student);
  await expect(page.getByRole('button', { name: student.name })).toBeVisible();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(student.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code with the key' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const key = (await dialog.locator('code').textContent()) ?? '';
  const app = new AuthenticatorApp(key.replaceAll(' ', ''));
  await dialog.getByRole('textbox', { name: 'Code' }).fill(app.show(-1));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const codes = ((await dialog.locator('pre').textContent()) ?? '').split('\n');
  expect(codes).toHaveLength(10);
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();

  for (const code of [app.show(), codes[0] ?? '']) {
    await page.getByRole('button', { name: student.name }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.goto('/login');
    await submitLogin(page, student);
    await expect(page.getByLabel('Code')).toBeFocused();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByText('This code is wrong or was used before.').first()).toBeVisible();
    await page.getByLabel('Code').fill(code);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: student.name })).toBeVisible();
  }

  await page.goto('/account');
  await endSession(page);
  await dialog.getByLabel('Password').fill(student.password);
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Code').fill(codes[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('8 recovery codes are left.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the authenticator app' }).click();
  await dialog.getByLabel('Your password').fill(student.password);
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
});

/** As another device would; the page learns it from its next call. */
async function endSession(page: Page): Promise<void> {
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
  await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}');
    await fetch('/api/v1/auth/logout', { method: 'POST', headers: { authorization: token } });
  });
  await page.getByRole('button', { name: 'Download my data' }).click();
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
}
