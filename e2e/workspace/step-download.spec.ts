import { expect, type Page, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { findings } from '../axe.ts';
import { scriptsOf } from '../built-parts.ts';
import { openWorkspace } from './workspace-page.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

const program = 'numbers = [4, 7]\ntotal = sum(numbers)\nprint(total)\n';

async function save(page: Page, item: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Download' }).focus();
  await page.keyboard.press('Enter');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), text };
}

test('a student saves the steps of a program, as they are and for Python Tutor', async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const [ofFiles = ''] = scriptsOf('runs/step/trace-files.ts');
  const workspace = await openWorkspace(page);
  await workspace.choose('Python');
  await workspace.write(program);
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  expect(loaded).not.toContain(ofFiles);
  await page.keyboard.press('Escape');

  const lines = await save(page, 'Trace (JSON lines)');
  expect(lines.name).toBe('trace.jsonl');
  expect(lines.text).toMatch(/^\{"trace":1,"language":"python",/);
  expect(lines.text).toMatch(/\{"end":"exit","code":0\}\n$/);
  expect(loaded).toContain(ofFiles);

  const tutor = await save(page, 'For Python Tutor');
  expect(tutor.name).toBe('trace.json');
  const { code, trace } = JSON.parse(tutor.text);
  expect(code).toBe(program);
  expect(trace.at(-1)).toMatchObject({
    stdout: '11\n',
    globals: { numbers: ['REF', expect.any(Number)], total: 11 },
  });
  expect(Object.values(trace.at(-1).heap)).toEqual([['LIST', 4, 7]]);
});

test('on a phone all buttons of the viewer fit', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const workspace = await openWorkspace(page);
  await workspace.choose('Python');
  await workspace.write(program);
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  for (const name of ['Predict', 'Download', 'Ask a teacher', 'Back to the program'])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport();
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('menuitem', { name: 'For Python Tutor' })).toBeInViewport();
  const sideways = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(sideways).toBe(0);
});
