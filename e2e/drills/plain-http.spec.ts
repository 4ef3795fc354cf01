import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type OwnProduct, startOwnProduct } from '../own-product.ts';
import { type Account, inventStudent, registerStudent, submitLogin } from '../people.ts';
import {
  createButton,
  markCorrect,
  openBuilder,
  questionList,
  writeQuestion,
} from '../quizzes/quiz-builder-page.ts';
import { workspaceOf } from '../workspace/workspace-page.ts';

// A campus may serve the product without TLS under a host name; browsers then disable what needs a secure context.
const address = `http://lab.campus.test:${process.env['VLABS_TEST_PORT']}`;
test.use({
  baseURL: address,
  launchOptions: async ({ launchOptions }, provide) => {
    const named = '--host-resolver-rules=MAP lab.campus.test 127.0.0.1';
    await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), named] });
  },
});

let own: OwnProduct;
test.beforeAll(async () => {
  own = await startOwnProduct({ VLABS_DEMO: 'off' });
});
test.afterAll(() => own.stop());

/** A real admin, which closes the demo that the other journeys use. */
async function makeAdmin(): Promise<Account> {
  const { id, name, email, password } = inventStudent();
  const start = join(import.meta.dirname, '../../tools/start.mjs');
  const words = [start, 'admin', 'create', id, '--name', name, '--email', email];
  const { PATH, HOME } = process.env;
  const command = spawn(process.execPath, words, {
    env: { PATH, HOME, VLABS_DATA: own.dataFolder },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  command.stdin?.end(`${password}\n`);
  const [code] = await once(command, 'exit');
  expect(code).toBe(0);
  return { id, password };
}

test('over plain HTTP a teacher signs in and makes a test, by hand and from a file', async ({
  browser,
}) => {
  const ownAddress = `http://lab.campus.test:${new URL(own.url).port}`;
  const context = await browser.newContext({ baseURL: ownAddress });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto('/login');
  expect(await page.evaluate('isSecureContext')).toBe(false);
  await submitLogin(page, await makeAdmin());
  await expect(page).toHaveURL(`${ownAddress}/`);

  const topic = `Queues ${randomUUID().slice(0, 8)}`;
  await openBuilder(page, { Topic: topic, 'Total Questions': '2' });
  await writeQuestion(page, 'Which is one?', ['one', 'two', 'three', 'four']);
  await markCorrect(page, 1);
  await questionList(page)
    .getByRole('button', { name: /^2 Empty/ })
    .click();
  await writeQuestion(page, 'Which is two?', ['one', 'two', 'three', 'four']);
  await markCorrect(page, 2);
  await createButton(page).click();
  await expect(page.getByText(`The test ${topic} is published.`)).toBeVisible();
  expect(faults).toEqual([]);
  await context.close();
});

test('over plain HTTP a student saves a program, and the history has it', async ({
  page,
  playwright,
}) => {
  // Only the browser knows the name.
  const baseURL = address.replace('lab.campus.test', '127.0.0.1');
  const request = await playwright.request.newContext({ baseURL });
  const student = await registerStudent(request);
  await request.dispose();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto('/login');
  await submitLogin(page, student);
  await expect(page).toHaveURL(`${address}/`);
  await page.goto('/Workspace');
  const workspace = workspaceOf(page);
  await workspace.choose('Python');
  await workspace.write('print("kept without a secure context")');
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('dialog')).toContainText(/Saved|version/i);
  expect(faults).toEqual([]);
});
