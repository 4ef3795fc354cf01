import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { expectNoFindingsAnywhere } from './axe.ts';
import { beSignedIn, demoAdmin, logIn, type NewStudent, registerStudent } from './people.ts';

const HOUR_MS = 3_600_000;

async function makeTest(request: APIRequestContext, topic: string, { id }: NewStudent) {
  const headers = { authorization: (await logIn(request, demoAdmin)).token };
  const data = {
    unique_id: randomUUID(),
    completed: 0,
    submissionDate: null,
    questions: {
      1: {
        QuestionTitle: 'Which is number 2?',
        QuestionOptions: { 1: 'one', 2: 'two', 3: 'three', 4: 'four' },
        CorrectAnswer: '2',
      },
    },
    formDetails: {
      TotalQuestions: '1',
      ScorePerQuestion: '5',
      SubjectId: 'Notices',
      ClassName: 'CSE-4',
      TimeLimit: '1',
      startTime: new Date(Date.now() + HOUR_MS).toISOString(),
      endTime: new Date(Date.now() + 3 * HOUR_MS).toISOString(),
      topic,
    },
    settings: {
      audience: { everyone: false, rollNumbers: [id] },
      scoreOpens: 'at_once',
      answersOpen: 'at_end',
      shuffleQuestions: false,
      shuffleOptions: false,
    },
  };
  const made = await request.post('/api/v1/auth/quizData', { headers, data });
  expect(made.status()).toBe(201);
}

test('a student hears of a new test while a page is open, and marks it as read', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  const student = await registerStudent(request);
  const topic = `Heaps ${randomUUID().slice(0, 6)}`;
  await beSignedIn(page, student);
  await page.goto('/notices');
  await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeVisible();
  await makeTest(request, topic, student);
  const row = page.getByRole('listitem').filter({ hasText: `New test: ${topic}` });
  await expect(row).toContainText('Unread');
  const bell = page.getByRole('button', { name: /^Notices, \d+ unread$/ });
  await expect(bell).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the notices');

  await row.getByRole('button', { name: `Mark as read: ${topic}` }).click();
  await expect(row).not.toContainText('Unread');
  await page.reload();
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('Unread');
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tests' })).toBeVisible();
});

test('the bell shows what is new by keyboard alone, and leads to its place', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  const student = await registerStudent(request);
  const topic = `Graphs ${randomUUID().slice(0, 6)}`;
  await makeTest(request, topic, student);
  await beSignedIn(page, student);
  await page.goto('/assignments');
  const bell = page.getByRole('button', { name: /^Notices/ });
  await bell.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'See all notices' })).toBeVisible();
  // What lies behind the panel is partly covered by it, and no target as long as it is open.
  await expectNoFindingsAnywhere(page, 'the open bell', { within: 'header' });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'See all notices' })).toBeHidden();
  await expect(bell).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'See all notices' }).click();
  await expect(page.getByRole('link', { name: `New test: ${topic}` })).toBeVisible();
});

test('a student adds the calendar, and a new link ends the old one', async ({ page, request }) => {
  test.setTimeout(240_000);
  const student = await registerStudent(request);
  const topic = `Tries ${randomUUID().slice(0, 6)}`;
  await makeTest(request, topic, student);
  await beSignedIn(page, student);
  await page.goto('/dashboard/user');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to calendar' });
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const field = dialog.getByLabel('Your calendar link');
  await expect(field).toHaveValue(/\/api\/v1\/calendar\/[\w-]{43}\/v-labs\.ics$/);
  const first = await field.inputValue();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog.getByText('Copied', { exact: true })).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the calendar link');
  const calendar = await request.get(first);
  expect(await calendar.text()).toContain(`SUMMARY:Test: ${topic}\r\n`);

  await dialog.getByRole('button', { name: 'Make a new link' }).click();
  await expect(field).not.toHaveValue(first);
  expect((await request.get(first)).status()).toBe(404);
  expect((await request.get(await field.inputValue())).status()).toBe(200);
  await dialog.getByRole('button', { name: 'Stop the link' }).click();
  await expect(dialog.getByText('You have no link yet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeFocused();
});
