import { expect, type Page, test } from '@playwright/test';
import { expectNoFindings } from './axe.ts';
import { beSignedIn, demoAdmin } from './people.ts';

const title = 'The library stays open';
const items = (page: Page) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: 'Posted on' });

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
