import { expect, test } from '@playwright/test';
import { expectNoFindings } from '../axe.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../people.ts';
import { giveAssignment } from '../workspace/workspace-page.ts';

test('an assignment is prepared unseen, given a time, and shown', async ({ page, browser }) => {
  const student = await registerStudent(page.request);
  const title = `Later ${student.id}`;
  const seen = `Seen ${student.id}`;
  await giveAssignment(page.request, student.id, { title: seen, text: 'Print 8.' });
  await beSignedIn(page, demoAdmin);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/admin/create-assignment');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Question text').fill('Print the number 7.');
  await page.getByLabel('Chosen courses, years or roll numbers').check();
  await page.getByRole('combobox', { name: 'Roll numbers' }).fill(`${student.id} `);
  await page.getByLabel('At a time').check();
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('Choose the date and time.')).toBeVisible();
  await expectNoFindings(page, 'the form of an assignment that appears at a time');
  await page.getByLabel('Not yet').check();
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText(/Your students don’t see the assignment/)).toBeVisible();

  const context = await browser.newContext();
  const desk = await context.newPage();
  await beSignedIn(desk, student);
  await desk.goto('/assignments');
  await expect(desk.getByRole('link', { name: `Pending: ${seen}` })).toBeVisible();
  await expect(desk.getByText(title)).toHaveCount(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/admin/dashboard/assignments?q=${encodeURIComponent(title)}`);
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText('Not shown yet');
  await row.getByRole('button', { name: `Change time: ${title}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('At a time').check();
  await dialog.getByLabel('Shown from').fill('2020-01-01T10:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/^Choose a time in the future/)).toBeVisible();
  await expectNoFindings(page, 'the time from which students see an assignment');
  await dialog.getByLabel('Shown from').fill('2090-02-01T10:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Shown from 1 Feb 2090, 10:00 AM');
  await row.getByRole('button', { name: `Show now: ${title}` }).click();
  await expect(row).toContainText('Pending');

  await desk.reload();
  await expect(desk.getByRole('link', { name: `Pending: ${title}` })).toBeVisible();
  await row.getByRole('button', { name: `Hide: ${title}` }).click();
  await dialog.getByRole('button', { name: 'Hide' }).click();
  await expect(row).toContainText('Not shown yet');
  await desk.reload();
  await expect(desk.getByRole('link', { name: `Pending: ${seen}` })).toBeVisible();
  await expect(desk.getByText(title)).toHaveCount(0);
  await context.close();
});
