import { expect, type Locator, type Page, test } from '@playwright/test';

const firstTitle = 'Programming labs move to one shared online workspace';

/** Says whether the list moves within the next two seconds of the page's clock, which are many steps. */
async function moves(page: Page, board: Locator): Promise<boolean> {
  const before = await board.evaluate((element) => element.scrollTop);
  await page.clock.runFor(2000);
  return (await board.evaluate((element) => element.scrollTop)) !== before;
}

test('the news scrolls, and stops under the pointer, with focus and when paused', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  const board = page.getByRole('region', { name: 'News' });
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  // From here on the page's clock advances only when the test says so.
  await page.clock.pauseAt(Date.now() + 60_000);
  await expect.poll(() => moves(page, board)).toBe(true);
  await board.hover();
  expect(await moves(page, board)).toBe(false);
  await page.mouse.move(0, 0);
  await expect.poll(() => moves(page, board)).toBe(true);
  await board.getByRole('link').first().focus();
  expect(await moves(page, board)).toBe(false);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.mouse.move(0, 0);
  expect(await moves(page, board)).toBe(false);
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('a person who prefers reduced motion sees all the news without movement', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.getByText(firstTitle)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
});
