import { expect, type Page, test } from '@playwright/test';
import { expectNoFindingsAnywhere } from '../axe.ts';
import { beSignedIn, demoAdmin, logIn } from '../people.ts';

const items = (page: Page) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: 'Posted on' });

/** Mocked news, because other journeys look at the same home page. */
async function showNews(page: Page, count: number): Promise<void> {
  const data = Array.from({ length: count }, (_, index) => ({
    newsId: count - index,
    title: `Item ${count - index}${index === 1 ? ` ${'long'.repeat(49)}` : ''}`,
    desc: `It has lines.\n${'And many words. '.repeat(index * 3)}`,
    postedDate: '2026-11-16',
    url: index % 2 === 0 ? `https://example.edu/${'path/'.repeat(index)}` : '',
  }));
  await page.route('**/api/v1/news', (route) => route.fulfill({ json: { success: true, data } }));
}

test('the form shows the server’s refusal and keeps the input', async ({ page }) => {
  await beSignedIn(page, demoAdmin);
  const { token } = await logIn(page.request, demoAdmin);
  const headers = { authorization: token };
  const data = { title: 'Gone soon', desc: 'x', postedDate: '2001-02-03', url: '' };
  const made = await page.request.post('/api/v1/news', { headers, data });
  const { newsId } = (await made.json()).data;
  await page.goto('/admin/dashboard/news');
  await page.getByRole('button', { name: 'Edit Gone soon' }).click();
  await page.request.delete(`/api/v1/news/${newsId}`, { headers });
  const dialog = page.getByRole('dialog', { name: 'Edit news' });
  await dialog.getByLabel('Title').fill('Still typed');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The news item was not found.')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue('Still typed');
});

for (const count of [0, 1, 50]) {
  test(`axe finds nothing on the home page and the news page with ${count} items`, async ({
    page,
  }) => {
    await beSignedIn(page, demoAdmin);
    await showNews(page, count);
    for (const path of ['/', '/admin/dashboard/news']) {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.goto(path);
      if (count === 0) await expect(page.getByText('No news yet')).toBeVisible();
      else await expect(items(page)).toHaveCount(count);
      const add = page.getByRole('button', { name: 'Add news' });
      if (path !== '/') await expect(add).toHaveCount(count < 50 ? 1 : 0);
      await expectNoFindingsAnywhere(page, path);
    }
  });
}

test('news that fits does not scroll and has no pause button', async ({ page }) => {
  await showNews(page, 1);
  await page.goto('/');
  await expect(items(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
});

test('the home page says that the news could not be loaded, and shows it later', async ({
  page,
}) => {
  await page.route('**/api/v1/news', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'No.', code: 'internal' } }),
  );
  await page.goto('/');
  await expect(page.getByText('The news could not be loaded.')).toBeVisible();
  await page.unroute('**/api/v1/news');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(items(page).first()).toBeVisible();
});
