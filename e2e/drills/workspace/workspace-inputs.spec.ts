import { expect, test } from '@playwright/test';
import { openWorkspace } from '../../workspace/workspace-page.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

test('panes are resized with the keyboard, and the size is kept', async ({ page }) => {
  await openWorkspace(page);
  const line = page.getByRole('separator', { name: 'Width of the editor' });
  await line.focus();
  const before = Number(await line.getAttribute('aria-valuenow'));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(line).toHaveAttribute('aria-valuenow', String(before - 12));
  await page.reload();
  await expect(line).toHaveAttribute('aria-valuenow', String(before - 12));
});
