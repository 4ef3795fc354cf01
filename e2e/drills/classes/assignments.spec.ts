import { expect, test } from '@playwright/test';
import { beSignedIn, demoAdmin, logIn, registerStudent } from '../../people.ts';
import { giveAssignment } from '../../workspace/workspace-page.ts';

test('an admin types the question and previews it as students see it', async ({ page }) => {
  // The page loads the students once, when it opens.
  const student = await registerStudent(page.request);
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/create-assignment');
  await page.getByLabel('Question text').fill('# Powers\n\nPrint $2^{10}$ and **stop**.');
  await page.getByText('Preview', { exact: true }).click();
  await expect(page.locator('strong', { hasText: 'stop' })).toBeVisible();
  await page.getByLabel('Chosen courses, years or roll numbers').check();
  await page.getByRole('combobox', { name: 'Roll numbers' }).fill(`${student.id} `);
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('File uploaded successfully')).toBeVisible();

  await beSignedIn(page, student);
  await page.goto('/assignments');
  await page.getByRole('link', { name: 'Pending: Powers' }).click();
  await expect(page.getByRole('heading', { name: 'Powers', level: 1 })).toBeVisible();
  await expect(page.locator('strong', { hasText: 'stop' })).toBeVisible();
});

test('an admin withdraws an assignment and publishes it again', async ({ page }) => {
  const student = await registerStudent(page.request);
  const title = `Withdrawn ${student.id}`;
  const id = await giveAssignment(page.request, student.id, { title, text: 'Print 7.' });
  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/assignments?q=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: `Withdraw ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('button', { name: `Assign again ${title}` })).toBeVisible();

  const { token } = await logIn(page.request, student);
  const asStudent = { headers: { authorization: token } };
  expect((await page.request.get(`/api/v1/assignments/${id}`, asStudent)).status()).toBe(404);
  await page.getByRole('button', { name: `Assign again ${title}` }).click();
  await expect(page.getByRole('button', { name: `Withdraw ${title}` })).toBeVisible();
  expect((await page.request.get(`/api/v1/assignments/${id}`, asStudent)).status()).toBe(200);
});
