import { expect, test } from '@playwright/test';
import { registerStudent } from '../../people.ts';

test('a person who opens a class link signs in first and then returns to its code', async ({
  page,
}) => {
  const student = await registerStudent(page.request);
  await page.goto('/join#some-code');
  await page.getByLabel('Roll number').fill(student.id);
  await page.getByLabel('Password', { exact: true }).fill(student.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Join a class' })).toBeVisible();
  await expect(page.getByLabel('Code')).toHaveValue('some-code');
});
