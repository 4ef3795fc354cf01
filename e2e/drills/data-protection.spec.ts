import { expect, test } from '@playwright/test';
import { expectNoFindingsAnywhere } from '../axe.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../people.ts';

test('a campus admin sets a period and a hold, and erases a person who is notified', async ({
  page,
  request,
}) => {
  const [held, going] = [await registerStudent(request), await registerStudent(request)];
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/profile');
  await page.getByRole('link', { name: 'Data protection' }).click();
  const periods = page.getByRole('table', { name: 'How long data is kept' });
  await expect(periods).toContainText('Kept');

  await page.getByRole('button', { name: 'Change the period of Work' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Erased/ }).check();
  await dialog.getByLabel('Months').fill('11');
  await expect(dialog.getByText('By law it is kept for at least one year')).toBeVisible();
  await dialog.getByLabel('Months').fill('600');
  await dialog.getByRole('button', { name: 'Count what would be erased now' }).click();
  await expect(dialog.getByText('0 entries are older than that.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(periods).toContainText('Erased 50 years after the term');

  await page.getByRole('button', { name: 'Set a hold' }).click();
  await dialog.getByLabel('Roll number or id').fill(held.id);
  await dialog.getByLabel('Reason').fill('A dispute about marks');
  await dialog.getByRole('button', { name: 'Set hold' }).click();
  await expect(page.getByRole('table', { name: 'Holds' })).toContainText(held.name);

  const find = async (id: string) => {
    await page.getByRole('button', { name: 'Erase a person' }).click();
    await dialog.getByLabel('Roll number or id').fill(id);
    await dialog.getByRole('button', { name: 'Show their data' }).click();
  };
  await find(held.id);
  await expect(dialog.getByText('This person is on hold.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await find(going.id);
  const erase = dialog.getByRole('button', { name: 'Erase this person' });
  await expect(erase).toBeDisabled();
  await dialog.getByLabel('Type the roll number to confirm').fill(going.id);
  await erase.click();
  const announced = page.getByRole('table', { name: 'People who will be erased' });
  await expect(announced).toContainText(going.name);
  await expectNoFindingsAnywhere(page, 'data protection', { widths: [360, 1440] });

  await beSignedIn(page, going);
  await page.goto('/notices');
  await expect(page.getByText('Erasure: your account')).toBeVisible();
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/data-protection');
  await page.getByRole('button', { name: `Do not erase ${going.name}` }).click();
  await expect(page.getByText('Erasure cancelled.')).toBeVisible();
  await page.getByRole('button', { name: `Lift the hold on ${held.name}` }).click();
  await expect(page.getByText('Hold lifted.')).toBeVisible();
});

test('axe finds nothing in a request for a correction', async ({ page, request }) => {
  await beSignedIn(page, await registerStudent(request));
  await page.goto('/account');
  const part = page.getByRole('region', { name: 'Correction and erasure' });
  await part.getByLabel('What is it about?').fill('My mobile number is another.');
  await part.getByRole('button', { name: 'Send request' }).click();
  await expect(part.getByRole('article')).toContainText('Open');
  await expectNoFindingsAnywhere(page, 'the account page', { widths: [360, 1440] });
});
