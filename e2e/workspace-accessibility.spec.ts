import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { openWorkspace } from './workspace-page.ts';

// Where no program can be confined none is run, and the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

const wrong = '#include <iostream>\nint main() {\n\tstd::cout << y;\n}\n';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 768, 1440]) {
    test(`axe finds nothing in the ${colorScheme} scheme at ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const workspace = await openWorkspace(page);
      const findings = async () =>
        (await new AxeBuilder({ page }).analyze()).violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
        );
      expect(await findings()).toEqual([]);

      await workspace.write(wrong);
      await workspace.execute();
      await expect(workspace.status).toHaveText('Compilation Error');
      expect(await findings()).toEqual([]);

      const codeTab = page.getByRole('tab', { name: 'Code' });
      if (await codeTab.isVisible()) await codeTab.click();
      await expect(page.getByRole('button', { name: /^Line 3 error/ })).toBeVisible();
      expect(await findings()).toEqual([]);

      await workspace.write(' ');
      await workspace.execute();
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await findings()).toEqual([]);
    });
  }
}

test('axe finds nothing when the program is longer than a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 420 });
  const workspace = await openWorkspace(page);
  await workspace.write('// a line\n'.repeat(80));
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});
