import { expect, type Page, test } from '@playwright/test';
import { expectNoFindings, expectNoFindingsAnywhere } from './axe.ts';
import { beSignedIn, demoAdmin, logIn } from './people.ts';

const title = 'The library stays open';
const items = (page: Page) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: 'Posted on' });

/** What a page is told of the news, in place of what there is: others look at the same home page. */
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

test('an admin adds, corrects and deletes a news item, and everybody reads it on the home page', async ({
  page,
  browser,
}) => {
  await beSignedIn(page, demoAdmin);
  await page.goto('/');
  await page.getByRole('link', { name: 'Edit news' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();

  await page.getByRole('button', { name: 'Add news' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add news' });
  await dialog.getByRole('button', { name: 'Add news' }).click();
  await expect(dialog.getByText('Write a title.')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Text').fill('Until midnight.\nBring your *card*.');
  await dialog.getByLabel('Link').fill('javascript:alert(1)');
  await dialog.getByLabel('Posted on').fill('2001-02-03');
  await expect(dialog.getByText('Saturday 3 February 2001')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add news' }).click();
  await expect(dialog.getByText('A link begins with https:// or http://')).toBeVisible();
  await expectNoFindings(page, 'a news item with a faulty link');
  await dialog.getByLabel('Link').fill('https://example.edu/library');
  await dialog.getByRole('button', { name: 'Add news' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `Edit ${title}` })).toBeVisible();

  const visitor = await browser.newPage();
  await visitor.goto('/');
  const read = items(visitor).filter({ hasText: title });
  await expect(read).toContainText('Posted on 3 February 2001');
  expect(await read.locator('p').last().innerText()).toBe('Until midnight.\nBring your *card*.');
  const link = read.getByRole('link');
  await expect(link).toHaveAttribute('href', 'https://example.edu/library');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(visitor.getByRole('link', { name: 'Edit news' })).toHaveCount(0);

  await page.getByRole('button', { name: `Edit ${title}` }).click();
  const editing = page.getByRole('dialog', { name: 'Edit news' });
  await editing.getByLabel('Link').fill('');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(editing).toBeHidden();
  await visitor.reload();
  await expect(read).toBeVisible();
  await expect(link).toHaveCount(0);

  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: `Edit ${title}` })).toHaveCount(0);
  await visitor.reload();
  await expect(items(visitor).first()).toBeVisible();
  await expect(read).toHaveCount(0);
  await visitor.close();
});

test('a refusal of the server stands in the form, which keeps what was typed', async ({ page }) => {
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
  test(`the home page and the page of the news have no findings with ${count} items`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
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

test('news that fits stands still, and needs no pause', async ({ page }) => {
  await showNews(page, 1);
  await page.goto('/');
  await expect(items(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
});

test('the home page says when the news could not be read, and brings it when it can', async ({
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
