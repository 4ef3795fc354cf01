import { expect, test } from '@playwright/test';
import { expectNoFindingsAnywhere } from '../axe.ts';
import { beSignedIn, demoAdmin } from '../people.ts';

test('the audit log has no findings in both schemes on a phone and on a screen', async ({
  page,
}) => {
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/audit');
  await expect(page.getByRole('table', { name: 'Audit log' })).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the audit log', { widths: [360, 1440] });
});
