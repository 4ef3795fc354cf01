import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { PATIENCE } from '../../../runner/testing/patience.ts';
import { beSignedIn, registerStudent } from '../../people.ts';
import { asAdmin, makeQuiz, sitQuiz } from '../../quizzes/quiz-sitting.ts';

test('a student sits a whole test with the keyboard alone', async ({ page }) => {
  const { quiz, student, sitting } = await sitQuiz(page, { questions: 3 });
  await page.keyboard.press('2');
  await expect(sitting.option(1, 2)).toBeChecked();
  await page.keyboard.press('f');
  await page.keyboard.press('n');
  await expect(sitting.question(2)).toBeFocused();
  await page.keyboard.press('4');
  await page.keyboard.press('n');
  await page.keyboard.press('2');
  await page.keyboard.press('p');
  await expect(sitting.question(2)).toBeVisible();
  await expect(sitting.option(2, 4)).toBeChecked();
  await expect(sitting.palette(1)).toHaveAccessibleName('Question 1, answered, flagged');
  await expect(sitting.saved).toHaveText(/^Saved/);
  const { answered } = await asAdmin(page.request, quiz);
  expect(await answered(student)).toBe(3);
  await sitting.submit.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Submit this test?' });
  await expect(dialog.getByRole('button', { name: 'Continue the test' })).toBeFocused();
  // No key chooses an option behind the dialog.
  await page.keyboard.press('1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Quiz Submitted Successfully!' })).toBeVisible();
  await expect(sitting.counter('Your Score')).toHaveText('10 / 15');
});

test('with all questions on one page a key changes only the question with the ring', async ({
  page,
}) => {
  const { sitting } = await sitQuiz(page, { questions: 9 });
  await page.getByText('All on one page').click();
  await sitting.question(9).scrollIntoViewIfNeeded();
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  const ringed = page.locator('[data-has-keys=true]');
  await expect(ringed).toBeInViewport({ ratio: 0.5 });
  const number = Number(await ringed.getAttribute('data-question'));
  expect(number).toBeGreaterThan(5);
  // The switch between the two views still has the focus; the page's own radio buttons ignore digits.
  await page.keyboard.press('2');
  await expect(sitting.option(number, 2)).toBeChecked();
  await expect(sitting.option(1, 2)).not.toBeChecked();
  await expect(page.getByRole('button', { name: /^Question \d+, answered/ })).toHaveCount(1);
});

test('the time can be hidden and keeps running', async ({ page }) => {
  const { sitting } = await sitQuiz(page);
  await page.getByRole('button', { name: 'Hide the time' }).click();
  await expect(sitting.timer).toHaveText('Time is hidden');
  await page.getByRole('button', { name: 'Show the time' }).click();
  await expect(sitting.timer).toHaveText(/^Time Left: \d+:\d\d$/);
});

test('a finished test leads to its submission, and an unknown test to the list', async ({
  page,
}) => {
  const { quiz, sitting } = await sitQuiz(page);
  await sitting.submit.click();
  await page.getByRole('button', { name: 'Submit now' }).click();
  await expect(page.getByRole('heading', { name: 'Quiz Submitted Successfully!' })).toBeVisible();
  await page.goto(quiz.path);
  await expect(page.getByRole('main').getByText('Quiz already submitted.')).toBeVisible();
  await expect(page).toHaveURL('/tests');

  await page.goto('/tests/quiz/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('main').getByText('This test was not found.')).toBeVisible();
  await expect(page).toHaveURL('/tests');
});

test('a quiz without questions says so, and one that cannot be loaded leads back', async ({
  page,
}) => {
  const quiz = await makeQuiz(page.request);
  const student = await registerStudent(page.request);
  await beSignedIn(page, student);
  const startCall = new RegExp(`/api/v1/auth/quiz/${quiz.id}$`);
  await page.route(startCall, async (route) => {
    // The requests of the page, which not every browser reports.
    const response = await route.fetch({ postData: { userId: student.id, tab: randomUUID() } });
    const json = await response.json();
    json.data.questions = {};
    await route.fulfill({ response, json });
  });
  await page.goto(quiz.path);
  await expect(page.getByText('No questions available. Please check back later.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Tests' })).toBeVisible();
  await page.unroute(startCall);
  await page.route(startCall, (route) => route.fulfill({ json: { success: true, data: {} } }));
  await page.goto(quiz.path);
  await expect(page.getByRole('main').getByText('Invalid quiz data received.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Invalid quiz data received.');
  await expect(page).toHaveURL('/tests');
  await page.unroute(startCall);
  await page.route(startCall, (route) => route.abort());
  await page.goto(quiz.path);
  // Shown after the page has retried for as long as a server start takes.
  await expect(page.getByRole('main').getByText('Failed to load quiz data.')).toBeVisible();
  await expect(page).toHaveURL('/tests');
});

test('more time and an announcement reach the open page', async ({ page }) => {
  const { quiz, sitting } = await sitQuiz(page);
  const admin = await asAdmin(page.request, quiz);
  await admin.post('/extensions', { userIds: 'all', minutes: 30, reason: 'Power cut' });
  await expect(sitting.timer).toHaveText(/^Time Left: 1(49|50):\d\d$/);
  await expect(page.getByText(/Your time was changed/)).toBeVisible();
  await admin.post('/announcements', { text: 'Question 2 means a binary tree.' });
  await expect(page.getByText('Question 2 means a binary tree.').first()).toBeVisible();
});

test('on a phone that is scrolled, what the student must know is in view until it is put away', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { quiz, sitting } = await sitQuiz(page, { questions: 10 });
  await page.getByText('All on one page').click();
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  const admin = await asAdmin(page.request, quiz);
  await admin.post('/extensions', { userIds: 'all', minutes: 30, reason: 'Power cut' });
  await admin.post('/announcements', { text: 'Question 2 means a binary tree.' });
  const notice = page.locator('output').getByText('Question 2 means a binary tree.');
  await expect(notice).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/Your time was changed/)).toBeInViewport();
  await page
    .getByRole('button', { name: 'Move above the questions: Question 2 means a binary tree.' })
    .click();
  await expect(notice).toBeHidden();
  await expect(page.getByRole('main').getByText('Question 2 means a binary tree.')).toBeAttached();

  await page.setViewportSize({ width: 720, height: 400 });
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await expect(sitting.timer).toBeInViewport();
  await sitting.option(10, 2).check();
  await expect(sitting.saved).toHaveText(/^Saved/);
  await expect(sitting.saved).toBeInViewport({ ratio: 1 });
});

test('an attempt that an admin ends or opens again is followed by the page', async ({ page }) => {
  const { quiz, student, sitting } = await sitQuiz(page);
  const admin = await asAdmin(page.request, quiz);
  await sitting.option(1, 2).check();
  await expect(sitting.saved).toHaveText(/^Saved/);
  await admin.post('/end', { userId: student.id, reason: 'Left the room' });
  await expect(page.getByRole('heading', { name: 'Quiz Submitted Successfully!' })).toBeVisible();
  await expect(page.getByText(/by your teacher/)).toBeVisible();
  await admin.post('/reopen', { userId: student.id, minutes: 20, reason: 'A mistake' });
  await page.goto(quiz.path);
  await expect(sitting.option(1, 2)).toBeChecked();
  await expect(sitting.timer).toHaveText(/^Time Left: (20:00|19:\d\d)$/);
});

test('the answers are shown when the test has ended', async ({ page }) => {
  const { sitting } = await sitQuiz(page, { questions: 2, endsInMs: 25_000 * PATIENCE });
  await sitting.option(1, 3).check();
  await sitting.submit.click();
  await page.getByRole('button', { name: 'Submit now' }).click();
  await expect(
    page.getByText(/The questions and correct answers will be available here/),
  ).toBeVisible();
  await expect(page.getByText('correct answer', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Questions and answers' })).toBeVisible();
  const first = page.getByRole('article').filter({ hasText: 'Question 1' });
  await expect(first).toContainText('Wrong');
  await expect(first.getByRole('listitem').nth(2)).toContainText('your answer');
  await expect(first.getByRole('listitem').nth(1)).toContainText('correct answer');
});
