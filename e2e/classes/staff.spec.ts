import { expect, test } from '@playwright/test';
import { beSignedIn, demoAdmin, logIn } from '../people.ts';

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
  const { token } = await logIn(page.request, demoAdmin);
  const post = async (path: string, data: object) => {
    const headers = { authorization: token };
    const reply = await page.request.post(`/api/v1${path}`, { headers, data });
    expect(reply.status()).toBeLessThan(300);
    return (await reply.json()).data;
  };
  const days = { startsOn: '2026-07-01', endsOn: '2096-12-20' };
  const { termId } = await post('/terms', { name: `Term of ${id}`, ...days });
  const { classId } = await post('/classes', { name: `Trees ${id}`, subject: 'Trees', termId });
  const named = { id, name: 'Meera Rao', email: `${id}@example.edu` };
  const { password } = await post('/staff', named);
  await post(`/classes/${classId}/members`, { personIds: [id], role: 'teacher' });

  await beSignedIn(page, { id, password });
  await page.goto('/admin/create-assignment');
  await expect(page.getByRole('combobox', { name: 'Class' })).toHaveValue(new RegExp(id));
  await page.goto('/admin/create-quiz');
  await expect(page.getByRole('combobox', { name: 'Class', exact: true })).toHaveValue(
    new RegExp(id),
  );
});
