import { expect, test } from '@playwright/test';
import { saveBy } from '../downloads.ts';
import { openWorkspace } from './workspace-page.ts';

test('Save keeps versions, which can be compared, restored and deleted', async ({ page }) => {
  test.skip(process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');
  const workspace = await openWorkspace(page);
  await workspace.choose('Python');
  await workspace.write('print("one")\n');
  await workspace.editor.focus();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Program saved as Version 1')).toBeVisible();
  await expect(workspace.output).toHaveText('one');
  await workspace.write('print("two")\n');
  await workspace.execute();
  await expect(workspace.output).toHaveText('two');

  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  await expect(history).toContainText('print("one")');
  await expect(history).toContainText('print("two")');
  await history.getByLabel('Name of the version').fill('The first try');
  await history.getByLabel('Name of the version').press('Enter');
  await expect(history.getByRole('button', { name: /^The first try/ })).toBeVisible();

  const one = await saveBy(history.getByRole('button', { name: 'Download', exact: true }));
  expect(one.name).toBe('script.py');
  expect(one.bytes.toString()).toBe('print("one")\n');
  const all = await saveBy(history.getByRole('button', { name: 'Download all' }));
  expect(all.name).toBe('programs.zip');
  for (const name of ['script.py', 'versions/001 The first try.py'])
    expect(all.bytes.includes(name)).toBe(true);

  await history.getByText('Runs', { exact: true }).click();
  await expect(history.getByRole('button', { name: /^Accepted in/ })).toHaveCount(2);
  await history.getByText('Versions', { exact: true }).click();
  await history.getByRole('button', { name: 'Restore' }).click();
  await history.getByRole('button', { name: 'Close' }).click();
  await expect(workspace.editor).toHaveText('print("one")');

  // The replaced text is a version too, and one undo restores it.
  await workspace.editor.focus();
  await page.keyboard.press('Control+z');
  await expect(workspace.editor).toHaveText('print("two")');
  await page.getByRole('button', { name: 'History' }).click();
  await expect(
    history.getByRole('button', { name: /^Before restoring The first try/ }),
  ).toBeVisible();
});
