import { expect, test } from '@playwright/test';
import { languages } from '../../../contract/runs/languages.ts';
import { readPrograms } from '../../../runner/differential/program.ts';
import { findings } from '../../axe.ts';
import { beSignedIn, demoAdmin } from '../../people.ts';
import { openWorkspace } from '../../workspace/workspace-page.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

const optional = languages.filter(({ optional: isOptional, key }) => isOptional && hasSamples(key));
function hasSamples(key: (typeof languages)[number]['key']): boolean {
  return readPrograms(key).length > 0;
}

for (const { key, name, sourceFile } of optional) {
  test(`an admin turns ${name} on, and a student writes and runs a program in it`, async ({
    page,
    browser,
  }) => {
    const office = await browser.newPage();
    await beSignedIn(office, demoAdmin);
    await office.goto('/admin/dashboard/languages');
    const turn = office.getByRole('switch', { name, exact: true });
    await expect(turn).toBeVisible();
    test.skip(await turn.isDisabled(), `${name} is not installed here.`);
    if (!(await turn.isChecked())) await turn.click({ force: true });
    await expect(turn).toBeChecked();
    expect(await findings(office)).toEqual([]);

    const workspace = await openWorkspace(page);
    await workspace.choose(name);
    await expect(page.getByText(sourceFile, { exact: true })).toBeVisible();
    const [hello, sum] = readPrograms(key);
    const program = sum?.stdin === '' ? hello : sum;
    await workspace.write(program?.source ?? '');
    await workspace.input.fill(program?.stdin ?? '');
    await workspace.execute();
    await expect(workspace.output).toHaveText(/^(?:6|hello)\s*$/);
    expect(await findings(page)).toEqual([]);
  });
}

test('a language that is turned off is no longer offered', async ({ page, browser }) => {
  const office = await browser.newPage();
  await beSignedIn(office, demoAdmin);
  await office.goto('/admin/dashboard/languages');
  const turn = office.getByRole('switch', { name: 'Bash', exact: true });
  if (!(await turn.isChecked())) await turn.click({ force: true });
  await expect(turn).toBeChecked();
  await openWorkspace(page);
  const choices = page.getByLabel('Language').getByRole('option');
  await expect(choices.filter({ hasText: 'Bash' })).toHaveCount(1);
  await turn.click({ force: true });
  await expect(turn).not.toBeChecked();
  await page.reload();
  await expect(choices.filter({ hasText: 'Python' })).toHaveCount(1);
  await expect(choices.filter({ hasText: 'Bash' })).toHaveCount(0);
});
