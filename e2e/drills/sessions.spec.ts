import { expect, type Page, test } from '@playwright/test';
import { makeQuiz, sittingOf } from '../quizzes/quiz-sitting.ts';
import { type Account, beSignedIn, fillLogin, logIn, registerStudent } from '../people.ts';

test('a session that was ended elsewhere is renewed without losing the page’s content', async ({
  page,
  request,
}) => {
  const student = await registerStudent(request);
  const token = await beSignedIn(page, student);
  await page.goto('/account');
  await page.getByLabel('New password').fill('typed before the end');
  await page.getByLabel('Current password').fill(student.password);
  await request.post('/api/v1/auth/logout', { headers: { authorization: token } });
  await page.getByRole('button', { name: 'Change password' }).click();

  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await expect(dialog.locator('form')).toContainText('password');
  await dialog.getByLabel('Password', { exact: true }).fill(student.password);
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('New password')).toHaveValue('typed before the end');
  await expect(page).toHaveURL('/account');
});

async function logInOnSharedComputer(page: Page, student: Account): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, student);
  await page.getByLabel('This is a shared computer').check();
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/');
}

test('a shared computer that nobody uses hides its page and ends the session', async ({
  page,
  request,
}) => {
  const student = await registerStudent(request);
  await page.clock.install();
  await logInOnSharedComputer(page, student);
  await page.goto('/account');
  const token = JSON.parse(String(await page.evaluate("sessionStorage.getItem('auth')"))).token;
  const guard = async () => {
    const headers = { authorization: token };
    return (await request.get('/api/v1/auth/user-auth', { headers })).status();
  };
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });

  // Input counts as use, although it makes no call of its own.
  await page.clock.runFor('20:00');
  await page.keyboard.press('Shift');
  await page.clock.runFor('20:00');
  await expect(page.getByRole('table', { name: 'Your sessions' })).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await guard()).toBe(200);

  await page.clock.runFor('31:00');
  await expect(dialog).toBeVisible();
  await expect.poll(guard).toBe(401);
  const overlay = await page.evaluate(
    `getComputedStyle(document.querySelector('.mantine-Modal-overlay')).backgroundColor`,
  );
  expect(overlay).not.toMatch(/rgba|\//);
  await dialog.getByLabel('Password', { exact: true }).fill(student.password);
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await expect(dialog).toBeHidden();
  expect(await page.evaluate("localStorage.getItem('auth')")).toBeNull();
});

test('a program that was written on a shared computer does not stay in its browser', async ({
  page,
  context,
  request,
}) => {
  const student = await registerStudent(request);
  await logInOnSharedComputer(page, student);
  await page.goto('/workspace');
  const editor = page.getByRole('textbox', { name: /program/i }).first();
  await editor.click();
  await page.keyboard.type('// mine alone');
  const kept = () => page.evaluate('JSON.stringify({ ...sessionStorage })');
  await expect.poll(kept).toContain('/workspace/own/text/');
  expect(await kept()).not.toContain('mine alone');
  await page.reload();
  await expect(editor).toContainText('// mine alone');
  await page.close();
  const next = await context.newPage();
  await next.goto('/login');
  expect(await next.evaluate('JSON.stringify({ ...localStorage })')).not.toContain('mine alone');
});

test('an unsent answer on a shared computer is unreadable for the next person, and sent after the next sign-in', async ({
  page,
  context,
  request,
}) => {
  const quiz = await makeQuiz(request, {});
  const student = await registerStudent(request);
  await logInOnSharedComputer(page, student);
  await page.goto(quiz.path);
  const sitting = sittingOf(page);
  await expect(sitting.question(1)).toBeVisible();
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await sitting.option(1, 3).check();
  await expect(sitting.saved).toHaveText('Not saved – retrying');
  await page.close();

  const next = await context.newPage();
  await next.goto('/login');
  const left = String(await next.evaluate('JSON.stringify({ ...localStorage })'));
  expect(left).toContain('/attempt/');
  expect(left).not.toContain(student.id);
  expect(left).not.toContain('marks');
  await logInOnSharedComputer(next, await registerStudent(request));
  await next.goto(quiz.path);
  await expect(sittingOf(next).counter('Total Answered')).toHaveText('0');
  await next.close();

  const again = await context.newPage();
  await logInOnSharedComputer(again, student);
  await again.goto(quiz.path);
  await expect(sittingOf(again).counter('Total Answered')).toHaveText('1');
  await expect(sittingOf(again).saved).toHaveText(/^Saved/);
});

const storageOfTab = (page: Page) => page.evaluate('JSON.stringify({ ...sessionStorage })');

test('a tab of a shared computer that the browser restores is signed out, and a reloaded one is not', async ({
  page,
  context,
  request,
}) => {
  const student = await registerStudent(request);
  await logInOnSharedComputer(page, student);
  await page.goto('/account');
  await page.reload();
  const name = { name: student.name };
  await expect(page.getByRole('button', name)).toBeVisible();
  // A document without the app: the page was left, and the tab's storage is as when it closes.
  await page.goto('/favicon.svg');
  const left = String(await storageOfTab(page));
  expect(left).toContain('token');
  await page.close();

  const restored = await context.newPage();
  await restored.goto('/favicon.svg');
  await restored.evaluate(`Object.assign(sessionStorage, ${left})`);
  const since = `Date.now() - JSON.parse(${JSON.stringify(left)})['auth.left']`;
  // As long as a person takes at least to restore a tab.
  await expect.poll(() => restored.evaluate(since)).toBeGreaterThan(3000);
  await restored.goto('/account');
  await expect(restored.getByRole('link', { name: 'Register' }).first()).toBeVisible();
  await expect(restored.getByRole('button', name)).toBeHidden();
  expect(await storageOfTab(restored)).not.toMatch(/token|owner/);
});

test('the server hears that the tab of a shared computer is closed', async ({ page, request }) => {
  const student = await registerStudent(request);
  await logInOnSharedComputer(page, student);
  const { token } = await logIn(request, student);
  const lastUse = async () => {
    const headers = { authorization: token };
    const { data } = await (await request.get('/api/v1/auth/sessions', { headers })).json();
    const shared = data.find(({ isShared }: { isShared: boolean }) => isShared);
    return Date.now() - Date.parse(shared.lastUsedAt);
  };
  await expect(page.getByRole('button', { name: student.name })).toBeVisible();
  expect(await lastUse()).toBeLessThan(20 * 60_000);
  await page.goto('/favicon.svg');
  // 29 minutes of 30 are over.
  await expect.poll(lastUse).toBeGreaterThan(28 * 60_000);
});

test('a click sorts the sessions, and the address bar keeps the order', async ({
  page,
  request,
}) => {
  const student = await registerStudent(request);
  await beSignedIn(page, student);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Signed in' }).click();
  await expect(page).toHaveURL('/account?sort=created');
  await expect(page.getByRole('columnheader', { name: 'Signed in' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Signed in' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
});
