import { type Browser, expect, type Page, type Request, test } from '@playwright/test';
import { type Account, beSignedIn, logIn, registerStudent } from '../../people.ts';
import { openWorkspace, type WorkspacePage, workspaceOf } from '../../workspace/workspace-page.ts';

const STEP_MS = 50;

const saved = (page: Page) => page.getByText(/^Saved \d{1,2}:\d\d:\d\d\s[AP]M$/);
const notSaved = (page: Page) => page.getByText('Not saved – kept in this browser');

/** The same student on another device: a browser with separate storage. */
async function onDevice(browser: Browser, student: Account): Promise<WorkspacePage> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await beSignedIn(page, student);
  await page.goto('/Workspace');
  const workspace = workspaceOf(page);
  await expect(workspace.editor).toBeVisible();
  return workspace;
}

/** The server's copy of a student's practice program. */
async function draftsOf(page: Page, student: Account): Promise<unknown> {
  const { token } = await logIn(page.request, student);
  const headers = { authorization: token };
  const reply = await page.request.get('/api/v1/programs/drafts', { headers });
  return (await reply.json()).data;
}

const isSave = (request: Request) =>
  request.method() === 'PUT' && request.url().includes('/programs/drafts/');

/** How much of the page's clock passes until it sends what is typed, without the time of the network. */
async function timeToSend(page: Page, type: () => Promise<void>): Promise<number> {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (isSave(request)) sent.push(request);
  });
  const saving = page.waitForResponse((response) => isSave(response.request()) && response.ok());
  await type();
  let passedMs = 0;
  for (; sent.length === 0; passedMs += STEP_MS) {
    expect(passedMs, 'it is not sent').toBeLessThan(10_000);
    await page.clock.runFor(STEP_MS);
  }
  await saving;
  return passedMs;
}

test('typed text is on the server and on every other device within two seconds', async ({
  page,
  browser,
}) => {
  const student = await registerStudent(page.request);
  await page.clock.install();
  await beSignedIn(page, student);
  await page.goto('/Workspace');
  const workspace = workspaceOf(page);
  await workspace.choose('Python');
  await workspace.write('print("at the lib');
  await expect(saved(page)).toBeVisible();
  // From here on the page's clock advances only when the test says so.
  await page.clock.pauseAt(Date.now() + 60_000);
  const rest = () => page.keyboard.insertText('rary")');
  expect(await timeToSend(page, rest)).toBeLessThanOrEqual(2000);
  const input = () => workspace.input.fill('1 2 3');
  expect(await timeToSend(page, input)).toBeLessThanOrEqual(2000);

  const home = await onDevice(browser, student);
  await home.choose('Python');
  await expect(home.editor).toContainText('print("at the library")');
  await expect(home.input).toHaveValue('1 2 3');
  await home.page.context().close();
});

test('a reload while typing loses nothing', async ({ page }) => {
  const workspace = await openWorkspace(page);
  await workspace.write('');
  await workspace.editor.focus();
  const typed = 'int counter = 41;';
  await page.keyboard.type(typed.slice(0, 9));
  await page.reload();
  await expect(workspace.editor).toHaveText(typed.slice(0, 9));
  await workspace.editor.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(typed.slice(9));
  await page.reload();
  await expect(workspace.editor).toHaveText(typed);
  await expect(saved(page)).toBeVisible();
});

test('a device that was only viewed follows the device that was used last', async ({
  page,
  browser,
}) => {
  const student = await registerStudent(page.request);
  const laptop = await onDevice(browser, student);
  await laptop.write('// from the laptop');
  await expect(saved(laptop.page)).toBeVisible();
  const phone = await onDevice(browser, student);
  await phone.write('// from the phone');
  await expect(saved(phone.page)).toBeVisible();
  // When the page is shown again, it asks what was saved meanwhile.
  await laptop.page.evaluate('window.dispatchEvent(new Event("focus"))');
  await expect(laptop.editor).toHaveText('// from the phone');
  await laptop.page.context().close();
  await phone.page.context().close();
});

test('if two devices diverge, both texts are shown and the student chooses', async ({
  page,
  browser,
}) => {
  const student = await registerStudent(page.request);
  const laptop = await onDevice(browser, student);
  await laptop.write('int first;');
  await expect(saved(laptop.page)).toBeVisible();
  const phone = await onDevice(browser, student);
  await phone.write('int from_the_phone;');
  await expect(saved(phone.page)).toBeVisible();
  await laptop.write('int from_the_laptop;');

  const dialog = laptop.page.getByRole('dialog', {
    name: 'Your C++ program was changed on another device',
  });
  await expect(dialog).toContainText('int from_the_phone;');
  await expect(dialog).toContainText('int from_the_laptop;');
  await dialog.getByRole('button', { name: 'Decide later' }).click();
  await expect(notSaved(laptop.page)).toBeVisible();
  await laptop.page.getByRole('button', { name: 'Compare' }).click();
  await dialog.getByRole('button', { name: 'Keep this browser’s' }).click();
  await expect(dialog).toBeHidden();
  await expect(laptop.editor).toHaveText('int from_the_laptop;');
  await expect(saved(laptop.page)).toBeVisible();

  // The text that was not chosen is in the history.
  await laptop.page.getByRole('button', { name: 'History' }).click();
  const history = laptop.page.getByRole('dialog', { name: 'History' });
  await expect(history.getByRole('button', { name: /^Saved by another device/ })).toBeVisible();
  await expect(history).toContainText('int from_the_phone;');
  await laptop.page.context().close();
  await phone.page.context().close();
});

test('without a connection everything is kept in the browser and sent to the server later', async ({
  page,
  context,
}) => {
  const student = await registerStudent(page.request);
  await beSignedIn(page, student);
  // No program is run here, so it does not matter whether this machine can.
  await page.route('**/api/v1/runs/availability', (route) =>
    route.fulfill({ json: { success: true, data: { available: true, reason: null } } }),
  );
  await page.goto('/Workspace');
  const workspace = workspaceOf(page);
  await workspace.write('// online');
  await expect(saved(page)).toBeVisible();
  await context.setOffline(true);
  await workspace.write('// offline');
  await expect(notSaved(page)).toBeVisible();
  await workspace.execute();
  await expect(page.getByRole('alert')).toContainText(
    'An error occurred during submission. Please try again later.',
  );
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible();
  expect(await draftsOf(page, student)).toMatchObject([{ text: '// offline' }]);
});

test('a session that ends while typing loses nothing', async ({ page }) => {
  const student = await registerStudent(page.request);
  const token = await beSignedIn(page, student);
  await page.goto('/Workspace');
  const workspace = workspaceOf(page);
  await workspace.write('// before');
  await expect(saved(page)).toBeVisible();
  await page.request.post('/api/v1/auth/logout', { headers: { authorization: token } });
  await workspace.editor.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' and after');

  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Password').fill(student.password);
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await expect(dialog).toBeHidden();
  await expect(workspace.editor).toHaveText('// before and after');
  await expect(saved(page)).toBeVisible();
  expect(await draftsOf(page, student)).toMatchObject([{ text: '// before and after' }]);
});

test('a file is opened from the disk, and a file that is not a program is refused', async ({
  page,
}) => {
  const workspace = await openWorkspace(page);
  const picker = page.getByLabel('A program on your computer');
  const buffer = Buffer.from('public class Main {\r\n}\r\n');
  await picker.setInputFiles({ name: 'Main.java', mimeType: 'text/plain', buffer });
  await expect(page.getByLabel('Language')).toHaveValue('62');
  await expect(workspace.editor).toContainText('public class Main {');
  await expect(saved(page)).toBeVisible();
  await picker.setInputFiles({
    name: 'photo.c',
    mimeType: 'image/jpeg',
    buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  });
  await expect(page.getByText('photo.c is not a UTF-8 text file.')).toBeVisible();
  await expect(workspace.editor).toContainText('public class Main {');
});
