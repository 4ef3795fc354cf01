import { expect, type Page, test } from '@playwright/test';
import { scriptsOf } from './built-parts.ts';
import {
  beSignedIn,
  demoStudent,
  fillLogin,
  inventStudent,
  registerStudent,
  submitLogin,
} from './people.ts';

test('a new student registers, logs in and reaches the page they first opened', async ({
  page,
}) => {
  const student = inventStudent();
  await page.goto('/tests?sort=recent');
  await expect(page).toHaveURL('/login');
  const [above, main] = [page.getByRole('navigation', { name: 'Main' }), page.getByRole('main')];
  await main.getByRole('link', { name: 'Register' }).click();
  await above.getByRole('link', { name: 'Login' }).click();
  await above.getByRole('link', { name: 'Register' }).click();
  await main.getByRole('link', { name: 'Login' }).click();
  await main.getByRole('link', { name: 'Register' }).click();
  // The page before has a field of this name too.
  await expect(page).toHaveURL('/register');
  await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible();
  await page.getByLabel('Roll number').fill(student.id);
  await page.getByLabel('Full name').fill(student.name);
  await page.getByLabel('Email address').fill(student.email);
  await page.getByLabel('Password', { exact: true }).fill(student.password);
  await page.getByRole('button', { name: 'Register' }).click();

  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Roll number')).toHaveValue(student.id);

  await submitLogin(page, student);
  await expect(page).toHaveURL('/tests?sort=recent');
  await expect(page.getByRole('heading', { level: 1, name: 'Tests' })).toBeVisible();
});

test('a person who opens the login page directly lands on Home and sees the server’s message', async ({
  page,
}) => {
  await page.goto('/login');
  await fillLogin(page, demoStudent);
  const reply = page.waitForResponse('**/api/v1/auth/login');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const { message } = await (await reply).json();
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  await expect(page).toHaveURL('/');
  const stored = await page.evaluate("JSON.parse(localStorage.getItem('auth'))");
  expect(stored).toEqual({
    user: { id: '2105001', name: expect.any(String), email: expect.any(String), role: 0 },
    token: expect.any(String),
  });
});

test('on a shared computer only the tab is signed in, and the next person finds the box ticked', async ({
  page,
  context,
  request,
}) => {
  const student = await registerStudent(request);
  await page.goto('/login');
  await fillLogin(page, student);
  await page.getByLabel('This is a shared computer').check();
  await expect(
    page.getByText('You are signed out when you close this tab, and after 30 minutes without use.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/');
  const nameOn = (tab: typeof page) => tab.getByRole('button', { name: student.name });
  await page.reload();
  await expect(nameOn(page)).toBeVisible();
  expect(await page.evaluate("localStorage.getItem('auth')")).toBeNull();

  const otherTab = await context.newPage();
  await otherTab.goto('/login');
  await expect(otherTab.getByLabel('This is a shared computer')).toBeChecked();
  await expect(nameOn(otherTab)).toBeHidden();

  await page.goto('/account');
  const table = page.getByRole('table', { name: 'Your sessions' });
  await expect(table.getByText(/shared computer/)).toHaveCount(1);
});

test('a wrong password is reported in a toast and in the form, and the input is kept', async ({
  page,
  request,
}) => {
  const student = await registerStudent(request);
  await page.goto('/login');
  await fillLogin(page, { ...student, password: 'wrong' });
  const reply = page.waitForResponse('**/api/v1/auth/login');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const { message } = await (await reply).json();
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  await expect(page.locator('form').getByText(message)).toBeVisible();
  await expect(page.getByLabel('Roll number')).toHaveValue(student.id);
  await expect(page).toHaveURL('/login');
});

test('logout ends the session in this browser, in its other tabs and on the server', async ({
  page,
  context,
  request,
}) => {
  const student = await registerStudent(request);
  const token = await beSignedIn(page, student);
  await page.goto('/');
  const otherTab = await context.newPage();
  await otherTab.goto('/');
  await expect(otherTab.getByRole('button', { name: student.name })).toBeVisible();

  await page.getByRole('button', { name: student.name }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('User logged out successfully')).toBeVisible();
  await expect(otherTab.getByRole('link', { name: 'Register' }).first()).toBeVisible();
  expect(await page.evaluate("localStorage.getItem('auth')")).toBeNull();
  await expect
    .poll(async () => {
      const check = await request.get('/api/v1/auth/user-auth', {
        headers: { authorization: token },
      });
      return check.status();
    })
    .toBe(401);
});

test('a font for Hindi and Odia is loaded when such letters occur, and not before', async ({
  page,
}) => {
  const loaded = () =>
    page.evaluate<string[]>(
      `[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', ''))`,
    );
  await page.goto('/register');
  await page.getByLabel('Full name').fill('Farida Das');
  await expect.poll(loaded).toContain('Inter Variable');
  expect(await loaded()).not.toContain('Devanagari');
  expect(await loaded()).not.toContain('Odia');
  await page.getByLabel('Full name').fill('फ़रीदा ଦାସ');
  await expect.poll(loaded).toEqual(expect.arrayContaining(['Devanagari', 'Odia']));
});

/** Compressed JavaScript, in KB of 1000 bytes; `npm run bench -- page-weight` measures the same. */
const SCRIPT_BUDGET_KB = 150;

/** What only a sent form needs: the contract with its parser, and the toasts. */
const PARTS_FOR_SENDING = ['contract', 'ui/frame/ToastList.tsx'];

for (const [name, path] of [
  ['Home', '/'],
  ['the login page', '/login'],
] as const) {
  test(`${name} loads at most 150 KB of script, without the parts for sending a form`, async ({
    page,
  }) => {
    const scripts = watchScripts(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(scripts.arrived).toEqual(expect.arrayContaining(scriptsOf('index.html')));
    for (const part of PARTS_FOR_SENDING) {
      expect(scripts.arrived).not.toContain(scriptsOf(part)[0]);
    }
    expect(await scripts.countKb()).toBeLessThan(SCRIPT_BUDGET_KB);
  });
}

test('the login page loads the parts for sending the form when a person begins to use it', async ({
  page,
}) => {
  const { arrived } = watchScripts(page);
  await page.goto('/login');
  await page.getByLabel('Roll number').focus();
  const needed = PARTS_FOR_SENDING.flatMap(scriptsOf);
  await expect.poll(() => needed.filter((script) => !arrived.includes(script))).toEqual([]);
});

function watchScripts(page: Page) {
  const arrived: string[] = [];
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    arrived.push(new URL(request.url()).pathname);
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  const countKb = async () =>
    (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
  return { arrived, countKb };
}
