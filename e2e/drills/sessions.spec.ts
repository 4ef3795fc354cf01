import { expect, test } from '@playwright/test';
import { beSignedIn, registerStudent } from '../people.ts';

test('a session that was ended elsewhere is renewed without losing the page’s content', async ({
  page,
  request,
}) => {
  const student = await registerStudent(request);
  const token = await beSignedIn(page, student);
  await page.goto('/account');
  await page.getByLabel('New password').fill('typed before the end');
  await page.getByLabel('Current password').fill(student.password);
  await request.post('/api/v1/auth/logout', { headers: { authorization: token } });
  await page.getByRole('button', { name: 'Change password' }).click();

  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await expect(dialog.locator('form')).toContainText('password');
  await dialog.getByLabel('Password', { exact: true }).fill(student.password);
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('New password')).toHaveValue('typed before the end');
  await expect(page).toHaveURL('/account');
});

test('a click sorts the sessions, and the address bar keeps the order', async ({
  page,
  request,
}) => {
  const student = await registerStudent(request);
  await beSignedIn(page, student);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Signed in' }).click();
  await expect(page).toHaveURL('/account?sort=created');
  await expect(page.getByRole('columnheader', { name: 'Signed in' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Signed in' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
});
