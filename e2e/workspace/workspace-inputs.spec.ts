import { expect, test } from '@playwright/test';
import { beSignedIn, registerStudent } from '../people.ts';
import { giveAssignment, openWorkspace, workspaceOf } from './workspace-page.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

test('several inputs are run at once, and the first difference of each is marked', async ({
  page,
}) => {
  const workspace = await openWorkspace(page);
  await workspace.choose('Python');
  await workspace.write('print(int(input()) ** 2)\n');
  const input = page.getByLabel('Input', { exact: true });
  const expected = page.getByLabel('Expected output');
  const add = page.getByRole('button', { name: 'Add an input' });
  await add.click();
  await page.getByLabel('Name of the input').fill('small');
  await input.fill('3\n');
  await expected.fill('9\n');
  await add.click();
  await input.fill('12\n');
  await expected.fill('142\n');
  await page.getByRole('button', { name: 'Run all' }).click();

  await expect(workspace.status).toHaveText('1 of 2 passed');
  const results = page.getByRole('list', { name: 'Results of all inputs' }).getByRole('listitem');
  await expect(results.nth(0)).toContainText('small');
  await expect(results.nth(0)).toContainText('Passed');
  await expect(results.nth(1)).toContainText('Different');
  await expect(results.nth(1)).toContainText('First difference: line 1, character 3.');
  await expect(results.nth(1).locator('mark')).toHaveText(['2', '4']);

  // Execute runs the open input, and after a reload all inputs are there.
  await expected.fill('144');
  await page.keyboard.press('Control+Enter');
  await expect(workspace.status).toHaveText(/^Accepted in/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'small', exact: true })).toBeVisible();
  await page.keyboard.press('Control+Shift+Enter');
  await expect(workspace.status).toHaveText('2 of 2 passed');
});

test('the statement of an assignment is shown, and its samples become inputs', async ({ page }) => {
  const text = [
    'Print $n^2$.',
    '| n | square |\n|---|---|\n| 2 | 4 |',
    '```text title="Sample input"\n7\n```',
    '```text title="Sample output"\n49\n```',
    '<img src=x onerror="document.title=1">',
  ].join('\n\n');
  const student = await registerStudent(page.request);
  const id = await giveAssignment(page.request, student.id, {
    title: 'Squares',
    text,
    language: 71,
  });
  await beSignedIn(page, student);
  await page.goto(`/Workspace?assignment=${id}`);
  const workspace = workspaceOf(page);
  const statement = page.getByRole('region', { name: 'Statement' });
  await expect(statement.getByRole('heading', { name: 'Squares' })).toBeVisible();
  await expect(statement.getByRole('cell', { name: '4' })).toBeVisible();
  await expect(statement.locator('.katex')).toBeVisible();
  await expect(statement.locator('img')).toHaveCount(0);

  // The assignment sets the language.
  await expect(workspace.editor).toContainText('Write your Python program here.');
  await page.getByRole('button', { name: 'Copy the sample' }).click();
  await workspace.write('print(int(input()) ** 2)\n');
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(workspace.status).toHaveText(/^Accepted in/);

  // A program for an assignment is not part of the student's practice.
  await page.goto('/Workspace');
  await expect(workspace.editor).toContainText('Write your C++ program here.');
  await expect(page.getByText('No problem is open.')).toBeVisible();
});
