import { expect, type Page, test } from '@playwright/test';
import { beSignedIn, demoAdmin, demoStudent } from './people.ts';
import { adminRoutes, openRoutes, type RouteUnderTest, studentRoutes } from './routes.ts';

async function showsItsHeading(page: Page, { path, heading }: RouteUnderTest): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const title = path === '/' ? 'V-labs' : `${heading} · V-labs`;
  await expect(page).toHaveTitle(title);
}

async function linksOf(page: Page, navigation: string): Promise<[string, string | null][]> {
  const menu = page.getByRole('navigation', { name: navigation, exact: true });
  await expect(menu).toBeVisible();
  const links = await menu.getByRole('link').all();
  return Promise.all(
    links.map(async (link): Promise<[string, string | null]> => [
      await link.innerText(),
      await link.getAttribute('href'),
    ]),
  );
}

test('every page that is open to all has its heading and title', async ({ page }) => {
  for (const route of openRoutes) await showsItsHeading(page, route);
});

test('every page of a student has its heading and title', async ({ page }) => {
  await beSignedIn(page, demoStudent);
  for (const route of studentRoutes) await showsItsHeading(page, route);
});

test('every page of an admin has its heading and title', async ({ page }) => {
  await beSignedIn(page, demoAdmin);
  for (const route of adminRoutes) await showsItsHeading(page, route);
});

test('whoever is logged out sees Home, Login and Register, and the footer', async ({ page }) => {
  await page.goto('/');
  expect(await linksOf(page, 'Main')).toEqual([
    ['Home', '/'],
    ['Login', '/login'],
    ['Register', '/register'],
  ]);
  expect(await linksOf(page, 'Footer')).toEqual([
    ['About', '/about'],
    ['Contact', '/contact'],
    ['Policy', '/policy'],
  ]);
});

test('a student sees Home, Assignments, Tests, Workspace and the own dropdown', async ({
  page,
}) => {
  await beSignedIn(page, demoStudent);
  await page.goto('/');
  expect(await linksOf(page, 'Main')).toEqual([
    ['Home', '/'],
    ['Assignments', '/assignments'],
    ['Tests', '/tests'],
    ['Workspace', '/Workspace'],
  ]);
  await page.getByRole('button', { name: 'Aarav Sharma' }).click();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard/user');
});

test('an admin sees Home, Create Assignments, Create Quiz and the dashboard with six pages', async ({
  page,
}) => {
  await beSignedIn(page, demoAdmin);
  await page.goto('/');
  expect(await linksOf(page, 'Main')).toEqual([
    ['Home', '/'],
    ['Create Assignments', '/admin/create-assignment'],
    ['Create Quiz', '/admin/create-quiz'],
  ]);
  await page.getByRole('button', { name: 'Lab Assistant' }).click();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/admin/dashboard/profile');
  expect(await linksOf(page, 'Admin dashboard')).toEqual([
    ['Profile', '/admin/dashboard/profile'],
    ['Students', '/admin/dashboard/students'],
    ['View Quizzes', '/admin/dashboard/quizview'],
    ['Assignments', '/admin/dashboard/assignments'],
    ['Submissions', '/admin/dashboard/submissions'],
    ['Performance', '/admin/dashboard/performance'],
  ]);
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

test('the colour scheme that was chosen is there again without a flash', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Colour scheme: System' }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('no page asks another host for anything', async ({ page, baseURL }) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseURL}/`) && /^https?:/.test(url)) elsewhere.push(url);
  });
  for (const { path } of openRoutes) await page.goto(path, { waitUntil: 'networkidle' });
  expect(elsewhere).toEqual([]);
});
