import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base, expect } from '@playwright/test';
import { type OwnPostgres, startOwnPostgres } from '../../server/testing/database/own-postgres.ts';
import { HANG_MS } from '../../runner/testing/patience.ts';
import { asAdmin, sitQuiz } from '../quizzes/quiz-sitting.ts';
import { openWorkspace } from '../workspace/workspace-page.ts';

const MAIN = join(import.meta.dirname, '../../server/main.ts');
const READY = /^V-labs is ready at (\S+)$/;
const SAVED = /^Saved \d{1,2}:\d\d:\d\d\s[AP]M$/;

interface House {
  url: string;
  postgres: OwnPostgres;
}

/** A separate product, whose database can be stopped without harm to other journeys. */
const test = base.extend<object, { house: House }>({
  house: [
    async ({ browserName }, use) => {
      const postgres = await startOwnPostgres();
      const dataFolder = await mkdtemp(join(tmpdir(), `vlabs-away-${browserName}-`));
      const server = spawn(process.execPath, [MAIN], {
        env: {
          PATH: process.env['PATH'],
          PORT: '0',
          LOG_LEVEL: 'silent',
          VLABS_DATA: dataFolder,
          VLABS_DEMO: 'on',
          VLABS_REGISTRATION: 'open',
          DATABASE_URL: postgres.databaseUrl,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await use({ url: await readUrl(server), postgres });
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
      await postgres.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: HANG_MS },
  ],
  baseURL: async ({ house }, use) => use(house.url),
});

async function readUrl(server: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: server.stdout ?? process.stdin })) {
    const url = READY.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('The server ended before it was ready.');
}

test('a test continues while the database is down, and no answer is lost', async ({
  page,
  house: { postgres },
}) => {
  const { quiz, student, sitting } = await sitQuiz(page);
  await sitting.option(1, 2).check();
  await expect(sitting.saved).toHaveText(SAVED);
  await postgres.kill();
  await sitting.palette(2).click();
  await sitting.option(2, 3).check();
  // It shifts the content below it, so a simultaneous click may miss.
  await expect(page.getByText(/Your answers are kept in this browser/)).toBeVisible();
  await sitting.palette(3).click();
  await sitting.option(3, 1).check();
  await expect(sitting.saved).toHaveText('Not saved – retrying');
  await postgres.start();
  await expect(sitting.saved).toHaveText(SAVED);
  const admin = await asAdmin(page.request, quiz);
  expect(await admin.answered(student)).toBe(3);
  await page.reload();
  await expect(sitting.counter('Total Answered')).toHaveText('3');
});

test('a page that is opened while the database is down says so, and loads by itself afterwards', async ({
  page,
  house: { postgres },
}) => {
  const workspace = await openWorkspace(page);
  await postgres.kill();
  await page.getByRole('link', { name: 'Assignments' }).first().click();
  await expect(page.getByText('The server can’t reach its database right now.')).toBeVisible();
  await postgres.start();
  await expect(page.getByText('The server can’t reach its database right now.')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Assignments', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(workspace.editor).toBeVisible();
});

test('programs in the Workspace are kept, and a terminal stays open', async ({
  page,
  house: { postgres },
}) => {
  test.skip(process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');
  const workspace = await openWorkspace(page);
  await workspace.choose('Python');
  await workspace.write('print("Name?")\nprint("Hello " + input())\n');
  await page.getByRole('button', { name: 'Terminal', exact: true }).click();
  await page.getByRole('button', { name: 'Run in terminal' }).click();
  const rows = page.locator('.xterm-rows');
  await expect(rows).toContainText('Name?');
  await postgres.kill();
  await workspace.write('print("Name?")\nprint("Hello " + input()) # and more\n');
  await expect(page.getByText('Not saved – kept in this browser')).toBeVisible();
  await page.getByRole('textbox', { name: 'Terminal input' }).focus();
  await page.keyboard.type('Asha\n');
  await expect(rows).toContainText('Hello Asha');
  await postgres.start();
  await expect(rows).toContainText('The program has ended: Accepted in');
  await expect(page.getByText(/^Saved \d/).first()).toBeVisible();
});
