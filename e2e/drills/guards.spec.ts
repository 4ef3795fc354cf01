import { expect, test } from '@playwright/test';
import { beSignedIn, demoStudent } from '../people.ts';

test('a signed-in person sees the page and no countdown', async ({ page }) => {
  await beSignedIn(page, demoStudent);
  let countdowns = 0;
  await page.exposeFunction('countdownSeen', () => (countdowns += 1));
  await page.addInitScript(`
    new MutationObserver(() => {
      if (document.body?.innerText.includes('Redirecting')) countdownSeen();
    }).observe(document, { subtree: true, childList: true });
  `);
  // On the page the check takes less than half a second, however busy the machine is.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.route('**/api/v1/auth/user-auth', async (route) => {
    await page.clock.runFor(300);
    await route.continue();
  });
  await page.goto('/tests');
  const heading = page.getByRole('heading', { level: 1, name: 'Tests' });
  const comesInTime = async () => {
    await page.clock.runFor(1);
    return heading.isVisible();
  };
  await expect.poll(comesInTime).toBe(true);
  expect(countdowns).toBe(0);
});

test('a slow check counts down, and the page still opens when the answer comes', async ({
  page,
}) => {
  await beSignedIn(page, demoStudent);
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
  await page.route('**/api/v1/auth/user-auth', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await page.goto('/tests');
  await expect(page.getByRole('heading', { name: /Redirecting to you in/ })).toBeVisible();
  await expect(page).toHaveURL('/login');
  letAnswer();
  await expect(page).toHaveURL('/tests');
  await expect(page.getByRole('heading', { level: 1, name: 'Tests' })).toBeVisible();
});

test('an unknown token leads to the login and is deleted', async ({ page }) => {
  await beSignedIn(page, demoStudent);
  await page.goto('/favicon.svg');
  await page.evaluate(`
    const auth = JSON.parse(localStorage.getItem('auth'));
    localStorage.setItem('auth', JSON.stringify({ ...auth, token: 'unknown' }));
  `);
  await page.goto('/tests');
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate("localStorage.getItem('auth')")).toBeNull();
});

test('an unavailable server signs nobody out, and the page opens when it is back', async ({
  page,
}) => {
  await beSignedIn(page, demoStudent);
  await page.route('**/api/v1/auth/user-auth', (route) => route.abort('connectionrefused'));
  await page.goto('/tests');
  await expect(page.getByRole('heading', { name: 'V-labs is not responding' })).toBeVisible();
  await expect(page.getByText('You are still signed in.')).toBeVisible();
  await page.unroute('**/api/v1/auth/user-auth');
  await expect(page.getByRole('heading', { level: 1, name: 'Tests' })).toBeVisible();
});
