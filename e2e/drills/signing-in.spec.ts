import { expect, test } from '@playwright/test';
import { demoAdmin, demoStudent, submitLogin } from '../people.ts';

test('empty fields are reported at the fields, and nothing is sent', async ({ page }) => {
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') calls += 1;
  });
  await page.goto('/register');
  await page.getByRole('button', { name: 'Register' }).click();
  for (const label of ['Roll number', 'Full name', 'Email address', 'Password']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
      `${label} is required.`,
    );
  }
  await expect(page.getByLabel('Roll number')).toBeFocused();
  await page.getByLabel('Email address').fill('no address');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByLabel('Email address')).toHaveAccessibleDescription(
    /Enter a valid email address/,
  );
  expect(calls).toBe(0);
});

test('a roll number that is already registered is refused with the server’s message', async ({
  page,
}) => {
  await page.goto('/register');
  await page.getByLabel('Roll number').fill(demoStudent.id);
  await page.getByLabel('Full name').fill('Somebody Else');
  await page.getByLabel('Email address').fill('somebody.else@example.edu');
  await page.getByLabel('Password', { exact: true }).fill('some password');
  const reply = page.waitForResponse('**/api/v1/auth/register');
  await page.getByRole('button', { name: 'Register' }).click();
  const { message } = await (await reply).json();
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  await expect(page).toHaveURL('/register');
});

for (const [role, account] of [
  ['admin', demoAdmin],
  ['student', demoStudent],
] as const) {
  test(`the demo ${role} is shown at the login and filled in by a button`, async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByText(`${account.id} / ${account.password}`)).toBeVisible();
    await page.getByRole('button', { name: `Fill in the ${role} account` }).click();
    await expect(page.getByLabel('Roll number')).toHaveValue(account.id);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(account.password);
  });
}

test('the login works with the keyboard alone', async ({ page }) => {
  await page.goto('/login');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Roll number')).toBeFocused();
  await page.keyboard.type(demoStudent.id);
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoStudent.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Aarav Sharma' })).toBeVisible();
});

test('the password can be shown and pasted', async ({ page }) => {
  await page.goto('/login');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await page.getByLabel('Roll number').fill('pasted text');
  await page.getByLabel('Roll number').press('Control+A');
  await page.keyboard.press('Control+C');
  await password.focus();
  await page.keyboard.press('Control+V');
  await page.getByRole('button', { name: 'Show characters' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('pasted text');
});

test('without a server the login says that something went wrong and keeps the input', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  await context.setOffline(true);
  await submitLogin(page, demoStudent);
  await expect(page.getByRole('alert')).toHaveText(/Something went wrong!/);
  await expect(page.getByLabel('Roll number')).toHaveValue(demoStudent.id);
});

test('a refused login shows the server’s message', async ({ page }) => {
  const message = 'Sign-in is closed for an hour.';
  await page.route('**/api/v1/auth/login', (route) =>
    route.fulfill({ status: 200, json: { success: false, message } }),
  );
  await page.goto('/login');
  await submitLogin(page, demoStudent);
  await expect(page.getByRole('alert').first()).toContainText(message);
});
