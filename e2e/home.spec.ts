import { expect, type Locator, test } from '@playwright/test';

const firstTitle = 'Programming labs move to one shared online workspace';

/** Whether the list moves in the next moments; two seconds are many steps of it. */
async function moves(board: Locator): Promise<boolean> {
  const before = await board.evaluate((element) => element.scrollTop);
  try {
    await expect
      .poll(() => board.evaluate((element) => element.scrollTop), { timeout: 2000 })
      .not.toBe(before);
    return true;
  } catch {
    return false;
  }
}

test('three news items stand with title, date, a cut description and a link to a new tab', async ({
  page,
}) => {
  await page.goto('/');
  // Others add items of their own meanwhile.
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

test('the news moves, and rests under the pointer, under the focus and when it is paused', async ({
  page,
}) => {
  await page.goto('/');
  const board = page.getByRole('region', { name: 'News' });
  await expect.poll(() => moves(board), { timeout: 15_000 }).toBe(true);
  await board.hover();
  expect(await moves(board)).toBe(false);
  await page.mouse.move(0, 0);
  await expect.poll(() => moves(board), { timeout: 15_000 }).toBe(true);
  await board.getByRole('link').first().focus();
  expect(await moves(board)).toBe(false);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.mouse.move(0, 0);
  expect(await moves(board)).toBe(false);
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('whoever asks for less motion sees all the news at rest', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.getByText(firstTitle)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
});
