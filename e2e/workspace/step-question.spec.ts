import { expect, test } from '@playwright/test';
import { findings } from '../axe.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../people.ts';
import { openWorkspace } from './workspace-page.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

test('a student asks about a step, and a teacher opens the link at that step', async ({
  page,
  browser,
}) => {
  const workspace = await openWorkspace(page);
  await workspace.choose('Python');
  await workspace.write('total = 0\nfor n in [3, 4]:\n    total += n\nprint(total)\n');
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await expect(page.getByText(/^Step 1 of/)).toBeVisible();
  for (let step = 1; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/^Step 4 of/)).toBeVisible();
  await page.getByRole('button', { name: 'Ask a teacher' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask about step 4' });
  await dialog.getByRole('button', { name: 'Save question' }).click();
  await expect(dialog.getByText('Write your question.')).toBeVisible();
  await dialog.getByLabel('Question').fill('Why is total 3 here?');
  await dialog.getByRole('button', { name: 'Save question' }).click();
  const link = await page.getByLabel('Link to your question').textContent();
  expect(await findings(page)).toEqual([]);

  const open = async (person: Parameters<typeof beSignedIn>[1]) => {
    const other = await (await browser.newContext()).newPage();
    await beSignedIn(other, person);
    await other.goto(new URL(link ?? '').pathname);
    return other;
  };
  const teacher = await open(demoAdmin);
  await expect(teacher.getByText('Why is total 3 here?')).toBeVisible();
  await expect(teacher.getByText(/^Step 4 of/)).toBeVisible();
  expect(await findings(teacher)).toEqual([]);
  const stranger = await open(await registerStudent(page.request));
  await expect(stranger.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(stranger.getByText('Why is total 3 here?')).toBeHidden();
});
