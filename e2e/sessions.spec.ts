import { expect, test } from '@playwright/test';
import { beSignedIn, logIn, registerStudent } from './people.ts';

test('a person sees their sessions and ends another one', async ({ page, request }) => {
  const student = await registerStudent(request);
  const other = await logIn(request, student);
  await beSignedIn(page, student);
  await page.goto('/account');
  const table = page.getByRole('table', { name: 'Your sessions' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByText('This session')).toHaveCount(1);
  await table
    .getByRole('button', { name: /End the session/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'End this session?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'End session' }).click();
  await expect(dialog).toBeHidden();
  await expect(table.getByRole('row')).toHaveCount(2);
  const check = await request.get('/api/v1/auth/user-auth', {
    headers: { authorization: other.token },
  });
  expect(check.status()).toBe(401);
});

test('a changed password ends the other sessions and keeps this one', async ({ page, request }) => {
  const student = await registerStudent(request);
  const other = await logIn(request, student);
  await beSignedIn(page, student);
  await page.goto('/account');
  await page.getByLabel('Current password').fill(student.password);
  await page.getByLabel('New password').fill('another long password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('New password')).toHaveValue('');
  await expect(page.getByRole('table', { name: 'Your sessions' }).getByRole('row')).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Password and sessions' })).toBeVisible();
  const check = await request.get('/api/v1/auth/user-auth', {
    headers: { authorization: other.token },
  });
  expect(check.status()).toBe(401);
});
