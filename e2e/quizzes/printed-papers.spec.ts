import { expect, test } from '@playwright/test';
import { readPdf } from '../../server/testing/read-pdf.ts';
import { findings } from '../axe.ts';
import { saveBy } from '../downloads.ts';
import { beSignedIn, demoAdmin } from '../people.ts';

test('a teacher prints two sets of a test with their keys, and who sits where', async ({
  page,
}) => {
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/quizview');
  await page
    .getByRole('button', { name: /^Print / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Print the test' });
  await dialog.getByText('2', { exact: true }).click();
  expect(await findings(page)).toEqual([]);
  const setB = dialog.getByRole('group', { name: 'Set B' });
  const paper = await saveBy(setB.getByRole('button', { name: 'Paper' }));
  expect(paper.name).toMatch(/paper-B\.pdf$/);
  expect((await readPdf(paper.bytes)).text).toMatch(/Set B · [0-9A-F]{6}/);
  const key = await saveBy(setB.getByRole('button', { name: 'Key' }));
  expect((await readPdf(key.bytes)).text).toContain('Key · Set B');

  await dialog.getByLabel('Rooms').fill('Lab 1');
  await dialog.getByRole('button', { name: 'Attendance sheet' }).click();
  await expect(dialog.getByText('Write each room on its own line')).toBeVisible();
  await dialog.getByLabel('Rooms').fill('Lab 1, 1000');
  const sheet = await saveBy(dialog.getByRole('button', { name: 'Attendance sheet' }));
  expect((await readPdf(sheet.bytes)).text).toContain('Lab 1');
});
