import { expect, test } from '@playwright/test';
import { beSignedIn, demoAdmin, demoStudent, submitLogin } from './people.ts';

test('a visitor who is not signed in sees a countdown of three seconds and then the login page', async ({
  page,
}) => {
  // From the start the page's clock advances only when the test says so.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/assignments');
  for (const seconds of [3, 2, 1]) {
    await expect(
      page.getByRole('heading', { name: `Redirecting to you in ${seconds} seconds` }),
    ).toBeVisible();
    await page.clock.runFor(1000);
  }
  await expect(page).toHaveURL('/login');
});

test('a student who opens an admin page is sent to the login, and an admin gets there from it', async ({
  page,
}) => {
  await beSignedIn(page, demoStudent);
  await page.goto('/admin/dashboard/students');
  await expect(page.getByRole('heading', { name: /Redirecting to you in/ })).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('This page is for admins.')).toBeVisible();
  await submitLogin(page, demoAdmin);
  await expect(page).toHaveURL('/admin/dashboard/students');
  await expect(page.getByRole('heading', { level: 1, name: 'Students' })).toBeVisible();
});
