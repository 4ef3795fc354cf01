import { expect, test } from '@playwright/test';
import { NO_AXE_WITH_DIALOGS, expectNoFindings, expectNoFindingsAnywhere } from '../axe.ts';
import {
  type Account,
  beSignedIn,
  demoAdmin,
  demoStudent,
  logIn,
  registerStudent,
} from '../people.ts';
import { adminRoutes, openRoutes, type RouteUnderTest, studentRoutes } from '../routes.ts';

const people: [string, Account | null, RouteUnderTest[]][] = [
  ['a visitor', null, openRoutes],
  ['a student', demoStudent, studentRoutes],
  ['an admin', demoAdmin, adminRoutes],
];

for (const [who, account, routes] of people) {
  for (const { path, heading } of routes) {
    test(`axe finds nothing at any width for ${who} at ${path}`, async ({ page }) => {
      if (account) await beSignedIn(page, account);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expectNoFindingsAnywhere(page, path);
    });
  }
}

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing with menus, errors and dialogs open in the ${scheme} scheme`, async ({
    page,
    context,
    browserName,
  }) => {
    test.skip(browserName === 'firefox', NO_AXE_WITH_DIALOGS);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.goto('/register');
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByText('Full name is required.')).toBeVisible();
    await expectNoFindings(page, 'errors at the fields');
    const counting = await context.newPage();
    // Axe may take longer than the countdown, so it is paused.
    await counting.addInitScript('window.setInterval = () => 0;');
    await counting.emulateMedia({ colorScheme: scheme });
    await counting.goto('/tests');
    await expect(counting.getByRole('heading', { name: /Redirecting/ })).toBeVisible();
    await expectNoFindings(counting, 'the countdown');
    await counting.close();

    // A second session, so that there is one to end.
    const student = await registerStudent(page.request);
    await logIn(page.request, student);
    const token = await beSignedIn(page, student);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/account');
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await expectNoFindings(page, 'the navigation of a phone');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: student.name }).click();
    await expectNoFindings(page, 'the dropdown of the account');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Colour scheme/ }).click();
    await expectNoFindings(page, 'the choice of the scheme');
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /End the session/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFindings(page, 'the question before a session ends');

    const headers = { authorization: token };
    await page.request.post('/api/v1/auth/logout', { headers });
    await page.getByRole('button', { name: 'End session' }).click();
    await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
    await expectNoFindings(page, 'the offer to sign in again');
  });
}

test('at 400 % zoom every open page can be read without scrolling sideways', async ({ page }) => {
  // 1280 px at 400 % leave 320 px.
  await page.setViewportSize({ width: 320, height: 256 });
  for (const { path, heading } of openRoutes) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
});
