import { expect, type Locator, type Page, test } from '@playwright/test';
import { beSignedIn, demoStudent, fillLogin, registerStudent } from '../people.ts';

const STEP_MS = 50;
/** How long each check waits before the page's clock advances. */
const LOOK_MS = 1000;
/** A toast appears and disappears with a short animation. */
const MOVEMENT_MS = 600;

/** From here on the page's clock advances only when the test says so. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** How long a toast is visible, by the page's clock. */
async function millisecondsSeen(page: Page, toast: Locator): Promise<number> {
  await expect(async () => {
    await page.clock.runFor(STEP_MS);
    await expect(toast).toBeVisible({ timeout: LOOK_MS });
  }).toPass();
  let seen = 0;
  for (; await toast.isVisible(); seen += STEP_MS) {
    expect(seen, 'the toast stays').toBeLessThan(10_000);
    await page.clock.runFor(STEP_MS);
  }
  return seen;
}

function expectAbout(seen: number, specified: number): void {
  expect(seen).toBeGreaterThan(specified - MOVEMENT_MS);
  expect(seen).toBeLessThan(specified + MOVEMENT_MS);
}

/** Says whether a click in its middle reaches it. */
const takesClicks = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = element.ownerDocument.elementFromPoint(x + width / 2, y + height / 2);
    return element.contains(top);
  });

test('a success toast is visible for two seconds', async ({ page }) => {
  await page.goto('/login');
  await fillLogin(page, demoStudent);
  await stopClock(page);
  await page.getByRole('button', { name: 'Login', exact: true }).dispatchEvent('click');
  expectAbout(await millisecondsSeen(page, page.getByRole('alert')), 2000);
});

test('an error toast is visible for four seconds', async ({ page, context }) => {
  await page.goto('/login');
  await fillLogin(page, demoStudent);
  await context.setOffline(true);
  await stopClock(page);
  await page.getByRole('button', { name: 'Login', exact: true }).dispatchEvent('click');
  expectAbout(await millisecondsSeen(page, page.getByRole('alert')), 4000);
});

test('the logout toast is visible for six seconds', async ({ page }) => {
  const student = await registerStudent(page.request);
  await beSignedIn(page, student);
  await page.goto('/');
  await page.getByRole('button', { name: student.name }).click();
  const logout = page.getByRole('button', { name: 'Logout' });
  await expect(logout).toBeVisible();
  await stopClock(page);
  await logout.dispatchEvent('click');
  expectAbout(await millisecondsSeen(page, page.getByRole('alert')), 6000);
});

test('a click on a toast reaches the content under it, and its button closes it', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  await fillLogin(page, demoStudent);
  await context.setOffline(true);
  await stopClock(page);
  await page.getByRole('button', { name: 'Login', exact: true }).dispatchEvent('click');
  const toast = page.getByRole('alert');
  await expect(async () => {
    await page.clock.runFor(STEP_MS);
    await expect(toast).toBeVisible({ timeout: LOOK_MS });
  }).toPass();
  await expect(async () => {
    await page.clock.runFor(STEP_MS);
    expect(await takesClicks(toast.getByRole('button'))).toBe(true);
  }).toPass();
  expect(await takesClicks(toast)).toBe(false);
});

test('no more than twenty toasts are visible at a time', async ({ page, context }) => {
  await page.goto('/login');
  await fillLogin(page, demoStudent);
  await context.setOffline(true);
  await stopClock(page);
  const login = page.getByRole('button', { name: 'Login', exact: true });
  const toasts = page.getByRole('alert');
  for (let attempt = 1; attempt <= 22; attempt += 1) {
    // The mouse would wait for frames of a page whose clock is stopped.
    await login.dispatchEvent('click');
    // The page responds by timers, so each check advances its clock.
    await expect(async () => {
      await page.clock.runFor(20);
      await expect(toasts).toHaveCount(Math.min(attempt, 20), { timeout: LOOK_MS });
      await expect(login).toBeEnabled({ timeout: LOOK_MS });
    }).toPass();
  }
});
