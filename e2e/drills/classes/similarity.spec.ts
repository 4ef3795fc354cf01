import { expect, test } from '@playwright/test';
import { expectNoFindings } from '../../axe.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../../people.ts';
import { assign, handIn, largest } from '../../classes/c-hand-ins.ts';
import { workspaceOf } from '../../workspace/workspace-page.ts';

test('a student starts with the starter code of the assignment', async ({ page }) => {
  const student = await registerStudent(page.request);
  const starterCode = '#include <stdio.h>\n\n/* Complete main. */\nint main(void) {\n}\n';
  const id = await assign(page.request, [student], { starterCode });
  await beSignedIn(page, student);
  await page.goto(`/Workspace?assignment=${id}`);
  const { editor } = workspaceOf(page);
  await expect(editor).toContainText('Complete main.');
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('int main(void) { return 7; }');
  await page.reload();
  await expect(editor).toContainText('return 7;');
  await expect(editor).not.toContainText('Complete main.');
});

test('a teacher goes through all ungraded hand-ins with the keyboard', async ({ page }) => {
  const { request } = page;
  const student = await registerStudent(request);
  const title = `Marks for ${student.id}`;
  const ids = [
    await assign(request, [student], { title: `${title}, one` }),
    await assign(request, [student], { title: `${title}, two` }),
  ];
  for (const id of ids) await handIn(request, student, { id, source: largest });
  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/assignments/${ids[0]}/hand-ins/${student.id}?queue=all`);
  // Both arrived one after the other; only hand-ins of other tests can be between them.
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await expect(next).toBeEnabled();
  await expect(page.getByText(/\d to mark/)).toBeVisible();
  await page.getByLabel('Marks of 100').fill('70');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/queue=all/);
  await expect(page).not.toHaveURL(new RegExp(ids[0] ?? ''));
  await expect(page.getByRole('textbox', { name: /^Marks of/ })).toHaveValue('');

  await page.goto(`/admin/dashboard/submissions?q=${encodeURIComponent(title)}`);
  const table = page.getByRole('table', { name: 'Submissions' });
  await expect(table.getByRole('row').filter({ hasText: '70 of 100' })).toHaveCount(1);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download hand-ins' }).click();
  expect((await downloading).suggestedFilename()).toBe('submissions.zip');
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'To mark' }).click();
  await expect(page).toHaveURL(/state=to_mark/);
  await expect(table.getByRole('row').filter({ hasText: '70 of 100' })).toHaveCount(0);
  await expectNoFindings(page, 'the submissions');
});
