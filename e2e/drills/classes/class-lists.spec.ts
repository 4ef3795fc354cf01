import { expect, type Page, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expectNoFindings } from '../../axe.ts';
import { beSignedIn, demoAdmin } from '../../people.ts';
import { uploadIntoDemo } from '../../upload-list.ts';

const HEADINGS =
  'First Name,Last Name,Roll no,Course opted,Email ID,Mobile No,Mentor Name,Parent Mobile No,Year of Graduation';

const newMark = () => `L${randomUUID().slice(0, 6)}`;

async function chooseList(page: Page, name: string, lines: string[]): Promise<void> {
  await page
    .getByLabel('Class list, a .csv file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
}

async function upload(page: Page): Promise<void> {
  await uploadIntoDemo(page);
  await expect(page.getByText(/^\d+ added, \d+ changed, \d+ unchanged\.$/)).toBeVisible();
}

test('the columns of a Canvas list are matched once', async ({ page }) => {
  const mark = newMark();
  const canvas = (section: string, ...rolls: string[]) => [
    `Student,ID,SIS User ID,SIS Login ID,Section,Loops ${mark} (4711)`,
    ...rolls.map((roll) => `"${mark}, Nila",18,${mark}${roll},${mark}${roll}@x.edu,${section},8`),
  ];
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/students');
  await chooseList(page, 'grades.csv', canvas('A 1', '1', '2'));

  const form = page.getByRole('region', { name: 'Columns of the file' });
  await expect(form.getByText(/^The first line has no column First Name, Last Name/)).toBeVisible();
  await expect(form.getByLabel('Roll no')).toHaveValue('SIS User ID');
  await expect(form.getByLabel(/^Email ID/)).toHaveValue('SIS Login ID');
  await expect(form.getByLabel('one column')).toBeChecked();
  await expect(form.getByLabel('Full name')).toHaveValue('Student');
  await expect(form.getByText(`${mark}, Nila`)).toBeVisible();
  await expectNoFindings(page, 'the columns of a list');

  await form.getByLabel(/^Email ID/).selectOption('');
  await form.getByRole('button', { name: 'Use these columns' }).click();
  await expect(form.getByText('Choose the column with the email addresses.')).toBeVisible();
  await form.getByLabel(/^Email ID/).selectOption('SIS Login ID');
  await form.getByRole('button', { name: 'Use these columns' }).click();

  await expect(page.getByText('2 will be added, 0 changed, 0 are unchanged.')).toBeVisible();
  await expect(page.getByText('Roll no from SIS User ID')).toBeVisible();
  const preview = page.getByRole('table', { name: 'What the upload would do' });
  await expect(preview.getByRole('columnheader', { name: 'Section' })).toBeVisible();
  await expectNoFindings(page, 'the preview of a matched list');
  await upload(page);

  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await chooseList(page, 'grades.csv', canvas('B 1', '1', '2', '3'));
  await expect(page.getByText('1 will be added, 2 changed, 0 are unchanged.')).toBeVisible();
  await expect(preview.locator('del', { hasText: 'A 1' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Change columns' }).click();
  await expect(form.getByLabel('Roll no')).toHaveValue('SIS User ID');
});

test('doubtful lines wait for the admin, and repairs are shown', async ({ page }) => {
  const mark = newMark();
  const line = (roll: string, mobile: string, mentor: string) =>
    `Nila,${mark},${mark}${roll},MCA,${mark}${roll}@x.edu,${mobile},${mentor},0980000000,2027`;
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/students');
  await chooseList(page, 'class.csv', [
    HEADINGS,
    ...['1', '2', '3'].map((roll) => line(roll, '9800000000', 'Dr. Sen')),
  ]);
  await upload(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  await chooseList(page, 'class.csv', [
    HEADINGS,
    `Nila,${mark},${mark}1,MCA`,
    line('2', '9800000000', ''),
    line('3', '9811111111.0', 'Dr. Sen'),
  ]);
  await expect(
    page.getByText('0 will be added, 1 changed, 0 are unchanged, 2 need your review.'),
  ).toBeVisible();
  const preview = page.getByRole('table', { name: 'What the upload would do' });
  await expect(preview.getByText('it may have been cut off')).toBeVisible();
  await expect(preview.getByText('This is empty and would delete "Dr. Sen".')).toBeVisible();
  await page.getByText('Repaired (1)').click();
  await expect(preview.getByText('Repaired: 9811111111.0 → 9811111111')).toBeVisible();
  await page.getByText('To review (2)').click();
  await expectNoFindings(page, 'lines to decide about');

  await page.getByRole('switch', { name: 'Import these lines too' }).click();
  await expect(page.getByText('0 will be added, 2 changed, 1 are unchanged.')).toBeVisible();
  await page.getByRole('switch', { name: 'Import these lines too' }).click();
  await expect(page.getByText(/2 need your review\.$/)).toBeVisible();
  await upload(page);
  await expect(page.getByText('2 lines were skipped')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search students' }).fill(`${mark}2`);
  await expect(page.getByText(/^1 of \d+ students$/)).toBeVisible();
  const students = page.getByRole('region', { name: 'All students' });
  await expect(students.getByText('Dr. Sen', { exact: true })).toBeVisible();
});
