import { expect, test } from '@playwright/test';
import { makeClass, makeTeacher } from './own-class.ts';
import { beSignedIn, demoAdmin } from '../people.ts';

test('a campus admin adds staff, who see their classes and nothing of the campus', async ({
  page,
}) => {
  const id = `S${Date.now()}`;
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/profile');
  await page.getByRole('link', { name: 'Staff' }).click();
  await expect(page.getByRole('table', { name: 'Staff' })).toBeVisible();
  await page.getByRole('button', { name: 'Add staff' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Id').fill(id);
  await dialog.getByLabel('Name').fill('Meera Rao');
  await dialog.getByLabel('Email').fill(`${id}@example.edu`);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Copy it now');
  const password = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('searchbox', { name: 'Search staff' }).fill(id);
  await expect(page.getByRole('row').filter({ hasText: id })).toContainText('Staff');

  await beSignedIn(page, { id, password });
  await page.goto('/admin/dashboard/profile');
  await expect(page.getByRole('link', { name: 'Classes', exact: true })).toBeVisible();
  await expect(page.getByText('Students', { exact: true }).last()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit log' })).toBeHidden();
  for (const path of ['students', 'quizview', 'assignments', 'submissions', 'performance']) {
    await page.goto(`/admin/dashboard/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Your account may not do this.')).toHaveCount(0);
  }
  await page.goto('/admin/dashboard/classes');
  await expect(page.getByText('No classes yet')).toBeVisible();
});

test('a teacher of one class has it chosen for new work', async ({ page }) => {
  const id = `T${Date.now()}`;
  const ownClass = await makeClass(page, { name: `Trees ${id}`, subject: 'Trees' });
  await beSignedIn(page, await makeTeacher(ownClass, id));
  await page.goto('/admin/create-assignment');
  await expect(page.getByRole('combobox', { name: 'Class' })).toHaveValue(new RegExp(id));
  await page.goto('/admin/create-quiz');
  await expect(page.getByRole('combobox', { name: 'Class', exact: true })).toHaveValue(
    new RegExp(id),
  );
});
