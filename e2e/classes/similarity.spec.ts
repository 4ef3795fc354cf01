import { expect, test } from '@playwright/test';
import { findings } from '../axe.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../people.ts';
import { assign, handIn, largest } from './c-hand-ins.ts';
const reversed = `void reverse(char *text) {
  char *last = text + strlen(text) - 1;
  do {
    char kept = *text;
    *text++ = *last;
    *last-- = kept;
  } while (text < last);
}
`;
const renamed = largest.replaceAll('best', 'top').replaceAll('values', 'numbers');

test('a teacher compares the programs of an assignment and reads two of them', async ({ page }) => {
  const { request } = page;
  const [one, other, third] = [
    await registerStudent(request),
    await registerStudent(request),
    await registerStudent(request),
  ];
  const id = await assign(request, [one, other, third]);
  await handIn(request, one, { id, source: `${largest}\n${reversed}` });
  await handIn(request, other, { id, source: `${reversed}\n${renamed}` });
  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/assignments/${id}`);
  await page.getByRole('link', { name: 'Similarity' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Similarity' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not compared yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare the programs' }).click();
  const pairs = page.getByRole('table', { name: 'Pairs' });
  const row = pairs.getByRole('row').filter({ hasText: one.name }).filter({ hasText: other.name });
  await expect(row).toContainText('100\u{A0}%');
  await expect(page.getByRole('heading', { name: '2 programs in C' })).toBeVisible();
  expect(await findings(page)).toEqual([]);

  await row.getByRole('link', { name: /side by side$/ }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(one.name);
  await expect(heading).toContainText(other.name);
  await expect(page.getByText('Shared part 1 of 2')).toBeVisible();
  const texts = page.getByRole('textbox');
  await expect(texts).toHaveCount(2);
  await expect(texts.first().locator('.cm-shared-chosen').first()).toBeVisible();
  await expect(texts.last().locator('.cm-shared-chosen').first()).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByText('Shared part 2 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Previous part' }).click();
  await expect(page.getByText('Shared part 1 of 2')).toBeVisible();
  expect(await findings(page)).toEqual([]);

  await page.goto(`/admin/dashboard/submissions?q=${one.id}&similar=90`);
  await page.getByRole('link', { name: /^100.% *: .* side by side$/ }).click();
  await expect(heading).toContainText(other.name);

  // A student who hands in now is in no pair; the page says so and compares again.
  await handIn(request, third, { id, source: largest });
  await page.getByRole('link', { name: 'Similarity: Largest of all' }).click();
  await expect(page.getByText('1 hand-in has arrived since', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Compare again' }).click();
  await page.getByLabel('Show pairs from').fill('10');
  await page.getByLabel('Show pairs from').press('Tab');
  await expect(page).toHaveURL(/from=10/);
  await expect(pairs.getByRole('row').filter({ hasText: third.name })).toHaveCount(2);
});
