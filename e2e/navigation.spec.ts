import { expect, type Page, test } from '@playwright/test';
import { beSignedIn, demoAdmin, demoStudent } from './people.ts';
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

test('a visitor who is logged out sees Home, Login and Register, and the footer', async ({
  page,
}) => {
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

test('a student sees Home, Assignments, Tests, Workspace and their dropdown', async ({ page }) => {
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
    ['Classes', '/admin/dashboard/classes'],
  ]);
});
