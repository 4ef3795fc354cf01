import { expect, test } from '@playwright/test';
import { findings } from '../axe.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../people.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

const statement = `Read this program.

\`\`\`python step 3 4
numbers = [int(word) for word in input().split()]
total = sum(numbers)
print(total)
\`\`\`
`;

test('a teacher puts an example into a statement, and a student steps through it', async ({
  page,
  browser,
}) => {
  const student = await registerStudent(page.request);
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/create-assignment');
  await page.getByLabel('Question text').fill(statement);
  await page.getByText('Preview', { exact: true }).click();
  await page.getByRole('button', { name: 'Step through this example' }).click();
  const notYet = page.getByRole('dialog', { name: 'Example' });
  await expect(notYet.getByText('once its text is saved')).toBeVisible();
  await notYet.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Title').fill('Summing');
  await page.getByLabel('Chosen courses, years or roll numbers').check();
  await page.getByRole('combobox', { name: 'Roll numbers' }).fill(`${student.id} `);
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('link', { name: 'Add test cases' }).click();
  await expect(page).toHaveURL(/\/assignments\/[^/]+\/tests$/);
  const [, id] = /assignments\/([^/]+)\/tests$/.exec(page.url()) ?? [];

  const desk = await (await browser.newContext()).newPage();
  await beSignedIn(desk, student);
  await desk.goto(`/Workspace?assignment=${id}`);
  await desk.getByRole('button', { name: 'Step through this example' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Example' });
  await expect(dialog.getByText(/^Step 1 of/)).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Step through the program' })).toBeFocused();
  await desk.keyboard.press('End');
  await expect(dialog.getByLabel('Printed so far')).toHaveText('7\n');
  expect(await findings(desk)).toEqual([]);
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect(desk.getByRole('menuitem', { name: 'For Python Tutor' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('menuitem', { name: 'For Python Tutor' })).toBeHidden();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});
