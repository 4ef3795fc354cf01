import { expect, type Locator, type Page, test } from '@playwright/test';

const firstTitle = 'Programming labs move to one shared online workspace';

/** Whether the list moves within the next two seconds of the page's own time, which are many steps of it. */
async function moves(page: Page, board: Locator): Promise<boolean> {
  const before = await board.evaluate((element) => element.scrollTop);
  await page.clock.runFor(2000);
  return (await board.evaluate((element) => element.scrollTop)) !== before;
}

test('the news moves, and rests under the pointer, under the focus and when it is paused', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  const board = page.getByRole('region', { name: 'News' });
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  // From here on time passes on the page only when the test says so.
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
