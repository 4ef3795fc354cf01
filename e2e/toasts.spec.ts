import { expect, type Locator, test } from '@playwright/test';
import { beSignedIn, demoStudent, fillLogin, submitLogin } from './people.ts';

/** How long a toast is seen, from its coming to its going. */
async function secondsSeen(toast: Locator): Promise<number> {
  await toast.waitFor({ state: 'visible' });
  const came = Date.now();
  await toast.waitFor({ state: 'hidden', timeout: 10_000 });
  return (Date.now() - came) / 1000;
}

test('the toast of a success is seen for two seconds', async ({ page }) => {
  await page.goto('/login');
  await submitLogin(page, demoStudent);
  const seconds = await secondsSeen(page.getByRole('alert'));
  expect(seconds).toBeGreaterThan(1.5);
  expect(seconds).toBeLessThan(3.5);
});

test('the toast of an error is seen for four seconds', async ({ page, context }) => {
  await page.goto('/login');
  await context.setOffline(true);
  await submitLogin(page, demoStudent);
  const seconds = await secondsSeen(page.getByRole('alert'));
  expect(seconds).toBeGreaterThan(3.5);
  expect(seconds).toBeLessThan(5.5);
});

test('the toast of the logout is seen for six seconds', async ({ page }) => {
  await beSignedIn(page, demoStudent);
  await page.goto('/');
  await page.getByRole('button', { name: 'Aarav Sharma' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  const seconds = await secondsSeen(page.getByRole('alert'));
  expect(seconds).toBeGreaterThan(5.5);
  expect(seconds).toBeLessThan(7.5);
});

test('no more than twenty toasts are seen at a time', async ({ page, context }) => {
  await page.clock.install();
  await page.goto('/login');
  await fillLogin(page, demoStudent);
  await context.setOffline(true);
  await page.clock.pauseAt(Date.now() + 60_000);
  const login = page.getByRole('button', { name: 'Login', exact: true });
  for (let attempt = 1; attempt <= 22; attempt += 1) {
    // The mouse would wait for frames of a page whose clock stands still.
    await login.dispatchEvent('click');
    await page.clock.runFor(100);
    await expect(page.getByRole('alert')).toHaveCount(Math.min(attempt, 20));
  }
});
