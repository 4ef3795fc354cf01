import { expect, test } from '@playwright/test';
import { expectNoFindings } from '../../axe.ts';
import { beSignedIn, registerStudent } from '../../people.ts';

test('a student who assists in no class finds no staff pages', async ({ page }) => {
  await beSignedIn(page, await registerStudent(page.request));
  await page.goto('/teaching');
  await expect(page.getByRole('heading', { name: 'You don’t assist in a class' })).toBeVisible();
  await expectNoFindings(page, 'the pages of who assists nowhere');
});
