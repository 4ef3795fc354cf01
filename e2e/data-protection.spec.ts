import { expect, test } from '@playwright/test';
import { beSignedIn, demoAdmin, registerStudent } from './people.ts';

test('a person requests a correction and sees the answer of the campus', async ({
  page,
  request,
}) => {
  const student = await registerStudent(request);
  await beSignedIn(page, student);
  await page.goto('/account');
  const part = page.getByRole('region', { name: 'Correction and erasure' });
  await part.getByLabel('What is it about?').fill('My mobile number is another.');
  await part.getByRole('button', { name: 'Send request' }).click();
  await expect(part.getByRole('article')).toContainText('Open');

  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/data-protection');
  await page
    .getByRole('button', { name: `Answer ${student.name}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Refused' }).check();
  await dialog
    .getByLabel('What was done, or why it was refused')
    .fill('Bring your card to the office.');
  await dialog.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByText('Answer sent.')).toBeVisible();

  await beSignedIn(page, student);
  await page.goto('/account');
  await expect(part.getByRole('article')).toContainText('Refused');
  await expect(part.getByRole('article')).toContainText('Bring your card to the office.');
});
