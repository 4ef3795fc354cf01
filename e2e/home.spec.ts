import { expect, test } from '@playwright/test';

test('three news items show title, date, a shortened description and a link to a new tab', async ({
  page,
}) => {
  await page.goto('/');
  // Other journeys add their own items meanwhile.
  const built = /Posted on \d+ November 2026/;
  const items = page.getByRole('main').getByRole('listitem').filter({ hasText: built });
  await expect(items).toHaveCount(3);
  await expect(items.first()).toContainText('Posted on 16 November 2026');
  const description = await items.first().locator('p').last().innerText();
  expect(description).toHaveLength(501);
  expect(description.endsWith('…')).toBe(true);
  for (const link of await items.getByRole('link').all()) {
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
    await expect(link).toHaveAttribute('href', /^https:\/\//);
  }
});
