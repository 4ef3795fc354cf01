import { expect, type Page, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { findings } from '../axe.ts';
import { writeCode } from '../write-code.ts';
import { openWorkspace } from './workspace-page.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

const main =
  '#include <stdio.h>\n#include "lib/sum.h"\nint main(void) { printf("%d", sum(2, 3)); }\n';
const implementation = '#include "sum.h"\nint sum(int a, int b) { return a + b; }\n';

async function addFile(page: Page, path: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a file' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(path);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await writeCode(page, path, text);
}
const tabsOf = (page: Page) => page.getByRole('list', { name: 'Files of the program' });

test('a program of several files is written in tabs, runs, and is there after a reload', async ({
  page,
}) => {
  const workspace = await openWorkspace(page);
  await workspace.choose('C');
  await workspace.write(main);
  await expect(tabsOf(page)).toBeHidden();
  await addFile(page, 'lib/sum.h', 'int sum(int a, int b);\n');
  await addFile(page, 'lib/sum.c', implementation);
  expect(await findings(page)).toEqual([]);

  await workspace.execute();
  await expect(workspace.output).toHaveText('5');

  await expect(page.getByText(/^Saved /)).toBeVisible();
  await page.reload();
  await expect(tabsOf(page).getByRole('button')).toHaveText(['main.c', 'lib/sum.h', 'lib/sum.c']);
  await tabsOf(page).getByRole('button', { name: 'lib/sum.c' }).click();
  await expect(page.getByRole('textbox', { name: 'lib/sum.c' })).toContainText('return a + b');
  await workspace.execute();
  await expect(workspace.output).toHaveText('5');
});

test('a file is renamed and deleted, and an invalid name is refused with a reason', async ({
  page,
}) => {
  const workspace = await openWorkspace(page);
  await workspace.choose('Python');
  await workspace.write('import other\n');
  await addFile(page, 'helper.py', 'print("helped")\n');

  await page.getByRole('button', { name: 'Rename helper.py' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('../up.py');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(page.getByText('Use letters, digits, dots, hyphens and underscores')).toBeVisible();
  await name.fill('Script.py');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(page.getByText('There is a file or folder named Script.py already.')).toBeVisible();
  await name.fill('other.py');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await workspace.execute();
  await expect(workspace.output).toHaveText('helped');

  await page.getByRole('button', { name: 'Delete other.py' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(tabsOf(page)).toBeHidden();
  await expect(workspace.editor).toContainText('import other');
});

test('a text of several files that is pasted becomes tabs, and is downloaded and opened as a ZIP', async ({
  page,
}) => {
  const workspace = await openWorkspace(page);
  await workspace.choose('Python');
  await workspace.write('import words\n\n===== words.py =====\nprint("pasted")\n');
  await expect(tabsOf(page).getByRole('button')).toHaveText(['script.py', 'words.py']);
  await expect(workspace.editor).not.toContainText('=====');
  await workspace.execute();
  await expect(workspace.output).toHaveText('pasted');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the program' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('program.zip');

  await workspace.write('print(1)\n');
  await expect(tabsOf(page)).toBeVisible();
  await page.getByLabel('A program on your computer').setInputFiles({
    name: 'program.zip',
    mimeType: 'application/zip',
    buffer: readFileSync(await download.path()),
  });
  await expect(workspace.editor).toContainText('import words');
  await workspace.execute();
  await expect(workspace.output).toHaveText('pasted');
});
