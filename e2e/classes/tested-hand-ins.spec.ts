import { expect, test } from '@playwright/test';
import { beSignedIn, demoAdmin, registerStudent } from '../people.ts';
import { workspaceOf } from '../workspace/workspace-page.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

test('a teacher uploads an assignment with test cases, a student hands in, and the marks arrive', async ({
  page,
  browser,
}) => {
  const student = await registerStudent(page.request);
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/create-assignment');
  await page.getByLabel('Question text').fill('Print twice the number.');
  await page.getByLabel('Title').fill('Doubling');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: /^Python/ }).click();
  await page.getByLabel('Chosen courses, years or roll numbers').check();
  await page.getByRole('combobox', { name: 'Roll numbers' }).fill(`${student.id} `);
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('link', { name: 'Add test cases' }).click();
  await expect(page).toHaveURL(/\/assignments\/[^/]+\/tests$/);
  const [, id] = /assignments\/([^/]+)\/tests$/.exec(page.url()) ?? [];
  await page.getByRole('button', { name: 'Add test case' }).click();
  const first = page.getByRole('group', { name: 'Test case 1' });
  await first.getByLabel('Name').fill('a small number');
  await first.getByLabel('Input').fill('4');
  await first.getByLabel('Expected output').fill('8');
  await page.getByRole('button', { name: 'Add test case' }).click();
  const second = page.getByRole('group', { name: 'Test case 2' });
  await second.getByLabel('Name').fill('a secret number');
  await second.getByLabel('Input').fill('31337');
  await second.getByLabel('Expected output').fill('62674');
  await second.getByLabel(/^Hidden/).check();
  await page.reload();
  await expect(page.getByText('They are not saved yet')).toBeVisible();
  await page.getByRole('button', { name: /^Test case 2 / }).click();
  await expect(second.getByLabel('Name')).toHaveValue('a secret number');
  await page.getByRole('button', { name: 'Save test cases' }).click();
  await expect(page.getByText('Test cases saved.')).toBeVisible();

  const context = await browser.newContext();
  const desk = await context.newPage();
  await beSignedIn(desk, student);
  await desk.goto(`/Workspace?assignment=${id}`);
  await expect(desk.getByText('2 test cases, 1 of them hidden, for 2 points')).toBeVisible();
  await desk.getByRole('button', { name: 'Copy the test case' }).click();
  await expect(desk.getByRole('button', { name: 'Run all' })).toBeVisible();
  await expect(desk.getByText('Test case 1: a small number').first()).toBeVisible();
  expect(await desk.content()).not.toMatch(/secret|31337|62674/);
  await workspaceOf(desk).write('print(2 * int(input()))');
  await desk.getByRole('button', { name: 'Hand in', exact: true }).click();
  const asking = desk.getByRole('dialog', { name: 'Hand in this program?' });
  await asking.getByRole('button', { name: 'Hand in', exact: true }).click();
  await expect(asking).toBeHidden();
  await desk.goto(`/assignments/${id}`);
  const handedIn = desk.getByRole('region', { name: 'Handed in' });
  await expect(handedIn.getByText('2 of 2 test cases passed, 2 of 2 points')).toBeVisible();
  await expect(handedIn.getByText('Test case 1: a small number')).toBeVisible();
  await expect(handedIn.getByText('Hidden test case 2', { exact: true })).toBeVisible();
  expect(await desk.content()).not.toMatch(/secret|31337|62674/);

  await page.goto(`/admin/dashboard/assignments/${id}`);
  await page.getByRole('link', { name: 'Mark next' }).click();
  await expect(page.getByRole('button', { name: 'Give 100 by the test cases' })).toBeVisible();
  await page.getByLabel('Comment').fill('Short and right.');
  await page.keyboard.press('Alt+s');
  await expect(page.getByText('Marked.', { exact: true })).toBeVisible();
  await desk.reload();
  await expect(desk.getByText('Marks: 100 of 100')).toBeVisible();
  await expect(desk.getByText('Short and right.')).toBeVisible();
  await context.close();
});
