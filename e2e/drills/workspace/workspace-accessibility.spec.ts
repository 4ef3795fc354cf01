import { expect, test } from '@playwright/test';
import { NO_AXE_WITH_DIALOGS, expectNoFindingsAnywhere, findings } from '../../axe.ts';
import { beSignedIn, registerStudent } from '../../people.ts';
import { giveAssignment, openWorkspace, workspaceOf } from '../../workspace/workspace-page.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

const wrong = '#include <iostream>\nint main() {\n\tstd::cout << y;\n}\n';

for (const width of [360, 768, 1440]) {
  test(`axe finds nothing at ${width} px`, async ({ page }) => {
    const look = (where: string) => expectNoFindingsAnywhere(page, where, { widths: [width] });
    await page.setViewportSize({ width, height: 900 });
    const workspace = await openWorkspace(page);
    await look('an empty editor');

    await workspace.write(wrong);
    await workspace.execute();
    await expect(workspace.status).toHaveText('Compilation Error');
    await look('a failed compilation');

    const codeTab = page.getByRole('tab', { name: 'Code' });
    if (await codeTab.isVisible()) await codeTab.click();
    await expect(page.getByRole('button', { name: /^Line 3 error/ })).toBeVisible();
    await look('the errors of the compiler');

    await workspace.write(' ');
    await workspace.execute();
    await expect(page.getByRole('alert')).toBeVisible();
    await look('an empty program');
  });
}

test('axe finds nothing when the program is longer than a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 420 });
  const workspace = await openWorkspace(page);
  await workspace.write('// a line\n'.repeat(80));
  expect(await findings(page)).toEqual([]);
});

for (const width of [360, 1440]) {
  test(`axe finds nothing in statement, inputs and history at ${width} px`, async ({
    page,
    browserName,
  }) => {
    test.skip(browserName === 'firefox', NO_AXE_WITH_DIALOGS);
    const look = (where: string) => expectNoFindingsAnywhere(page, where, { widths: [width] });
    await page.setViewportSize({ width, height: 900 });
    const show = async (tab: string) => {
      const target = page.getByRole('tab', { name: tab });
      if (await target.isVisible()) await target.click();
    };
    const student = await registerStudent(page.request);
    const id = await giveAssignment(page.request, student.id, statement);
    await beSignedIn(page, student);
    await page.goto(`/Workspace?assignment=${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Workspace' })).toBeVisible();
    await show('Problem');
    await expect(page.locator('.katex').first()).toBeVisible();
    await look('the statement');

    await page.getByRole('button', { name: 'Copy the sample' }).click();
    await page.getByRole('button', { name: 'Sample 1' }).click();
    await look('the inputs');
    await show('Code');
    const workspace = workspaceOf(page);
    await workspace.choose('Python');
    await workspace.write('# squares\nprint(3)\n');
    await page.keyboard.press('Control+s');
    await expect(workspace.status).toHaveText('Wrong Answer');
    await expect(page.getByText('Program saved as Version 1')).toBeVisible();
    await look('a wrong answer');

    await show('Code');
    await workspace.write('# squares of all\nprint(4)\n');
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('dialog').locator('.cm-changedText').first()).toBeVisible();
    await look('the history');
  });
}

const statement = {
  title: 'Squares',
  dueAt: '2099-11-25T12:30',
  text: [
    '# Task\nRead $n$ and print\n\n$$\\sum_{i=1}^{n} i^2$$',
    '- [x] fast\n- [ ] faster\n\n| n | sum |\n|---|---|\n| 2 | 5 |',
    '```python\nfor i in range(3): print(i)  # squares\n```',
    '```text title="Sample input"\n7\n```\n\n```text title="Sample output"\n49\n```',
    'With a note[^1].\n\n[^1]: At the end.',
  ].join('\n\n'),
};
