import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { beSignedIn, demoAdmin } from '../people.ts';
import { uploadIntoDemo } from '../upload-list.ts';

const HEADINGS =
  'First Name,Last Name,Roll no,Course opted,Email ID,Mobile No,Mentor Name,Parent Mobile No,Year of Graduation';

test('an admin uploads a class list with three bad lines', async ({ page }) => {
  // A search for this word finds everyone that the list adds.
  const mark = `E${randomUUID().slice(0, 6)}`;
  const line = (first: string, roll: string, email: string) =>
    `${first},${mark},${roll},MCA,${email},+919800000000,Dr. Sen,0980000000,2027`;
  const list = [
    HEADINGS,
    line('Nila', `${mark}1`, `${mark}1@x.edu`),
    line('Om', '', `${mark}2@x.edu`),
    line('Isha', `${mark}3`, 'nowhere'),
    line('Twin', `${mark}1`, `${mark}4@x.edu`),
    line('Ravi', `${mark}5`, `${mark}5@x.edu`),
  ].join('\n');

  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/students');
  await page
    .getByLabel('Class list, a .csv file')
    .setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });

  await expect(
    page.getByText('2 will be added, 0 changed, 0 are unchanged, and 3 lines are skipped.'),
  ).toBeVisible();
  const preview = page.getByRole('table', { name: 'What the upload would do' });
  await expect(preview.getByText('Roll no is empty. Fill it in.')).toBeVisible();
  await expect(preview.getByText('Enter a valid email address')).toBeVisible();
  await expect(preview.getByText(`${mark}1 is already on line 2`)).toBeVisible();
  await expect(page.getByText(`Nila ${mark}`)).toHaveCount(0);

  await uploadIntoDemo(page);
  const reported = page.getByText('File has been uploaded successfully');
  await expect(reported).toBeVisible();
  await expect(page.getByText('3 lines were skipped')).toBeVisible();
  await expect(reported).toBeHidden();

  await page.getByRole('searchbox', { name: 'Search students' }).fill(mark);
  await expect(page.getByText(/^2 of \d+ students$/)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`q=${mark}`));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('students.csv');

  await page.getByRole('link', { name: `Ravi ${mark}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ravi ${mark}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Course opted').fill('B.Tech CSE');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('B.Tech CSE')).toBeVisible();
});
