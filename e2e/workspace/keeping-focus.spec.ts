import { expect, test } from '@playwright/test';
import { openWorkspace } from './workspace-page.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

test('the focus stays where a person pressed, although the button was disabled meanwhile or is gone', async ({
  page,
}) => {
  const workspace = await openWorkspace(page);
  await workspace.choose('Python');
  await workspace.write('print("hello")');
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  for (const name of ['Execute', 'Save']) {
    await button(name).focus();
    await page.keyboard.press('Enter');
    await expect(workspace.output).toHaveText('hello');
    await expect(button('Execute')).toBeEnabled();
    await expect(button(name)).toBeFocused();
  }

  await workspace.write('import time\ntime.sleep(60)');
  await button('Execute').click();
  await button('Stop').focus();
  await page.keyboard.press('Enter');
  await expect(button('Stop')).toBeHidden();
  await expect(button('Execute')).toBeFocused();
});
