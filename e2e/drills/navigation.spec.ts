import { expect, test } from '@playwright/test';
import { beSignedIn, demoAdmin, demoStudent } from '../people.ts';
import { adminRoutes, openRoute, openRoutes, studentRoutes } from '../routes.ts';

test('every page that is open to all has its heading and title', async ({ page }) => {
  for (const route of openRoutes) await openRoute(page, route);
});

test('every page of a student has its heading and title', async ({ page }) => {
  await beSignedIn(page, demoStudent);
  for (const route of studentRoutes) await openRoute(page, route);
});

test('every page of an admin has its heading and title', async ({ page }) => {
  await beSignedIn(page, demoAdmin);
  for (const route of adminRoutes) await openRoute(page, route);
});

test('the focus moves to the heading of the page that was opened', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Footer' }).getByText('Policy').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Policy' })).toBeFocused();
});

test('on a phone the navigation opens from a button and closes with Escape', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main).toBeHidden();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(main.getByRole('link', { name: 'Login' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(main).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open navigation' })).toBeFocused();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await main.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL('/login');
  await expect(main).toBeHidden();
});

test('the chosen colour scheme is restored without a flash', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Colour scheme: System' }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('no page sends a request to another host', async ({ page, baseURL }) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseURL}/`) && /^https?:/.test(url)) elsewhere.push(url);
  });
  for (const { path } of openRoutes) await page.goto(path, { waitUntil: 'networkidle' });
  expect(elsewhere).toEqual([]);
});
