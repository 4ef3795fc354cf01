import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { beSignedIn, registerStudent, submitLogin } from '../people.ts';
import { asAdmin, makeQuiz, sitQuiz, sittingOf } from './quiz-sitting.ts';

test('a student finds a test, starts it, answers, submits, and sees the real numbers', async ({
  page,
}) => {
  const quiz = await makeQuiz(page.request, { topic: `Trees ${Date.now()}` });
  const student = await registerStudent(page.request);
  await page.goto('/login');
  await submitLogin(page, student);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tests' }).click();
  await expect(page.getByText('Last updated today')).toHaveCount(3);
  const card = page.getByRole('article').filter({ hasText: quiz.topic });
  await expect(card).toContainText('Ends in');
  await card.getByRole('button', { name: `Start ${quiz.topic}` }).click();
  await expect(page.getByText('Quiz started')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${quiz.path}\\?startTime=.*&endTime=`));

  const sitting = sittingOf(page);
  await expect(sitting.timer).toHaveText(/^Time Left: 1(20:00|19:\d\d)$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(quiz.topic);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(sitting.counter('Total UnAnswered')).toHaveText('4');
  await sitting.option(1, 2).check();
  await expect(sitting.saved).toHaveText(/^Saved \d{1,2}:\d\d:\d\d\s[AP]M$/);
  await page.getByRole('button', { name: 'Next' }).click();
  await sitting.option(2, 3).check();
  await expect(sitting.counter('Total Answered')).toHaveText('2');
  await expect(sitting.palette(2)).toHaveAccessibleName('Question 2, answered');

  await sitting.submit.click();
  const dialog = page.getByRole('dialog', { name: 'Submit this quiz?' });
  await expect(dialog).toContainText('2: questions 3 and 4');
  await dialog.getByRole('button', { name: 'Submit now' }).click();
  await expect(page.getByRole('heading', { name: 'Quiz Submitted Successfully!' })).toBeVisible();
  await expect(page).toHaveURL(`${quiz.path}/submitted`);
  await expect(sitting.counter('Total Questions')).toHaveText('4');
  await expect(sitting.counter('Answered')).toHaveText('2');
  await expect(sitting.counter('Unanswered')).toHaveText('2');
  await expect(sitting.counter('Your Score')).toHaveText('5 / 20');
  await expect(page.getByText(/^[\da-f]{64}$/)).toBeVisible();

  await page.getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(
    page.getByText('Please enter your feedback before submitting!').first(),
  ).toBeVisible();
  await page.getByLabel('Feedback').fill('Clear questions.');
  await page.getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(page.getByText(/^Your feedback was sent/)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL('/');

  await page.goto('/tests');
  await card.getByRole('button', { name: `Submitted: ${quiz.topic}` }).click();
  await expect(page).toHaveURL(`${quiz.path}/submitted`);
  // One's own result is no mistake.
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a whole test is sat by the keyboard alone', async ({ page }) => {
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
  const dialog = page.getByRole('dialog', { name: 'Submit this quiz?' });
  await expect(dialog.getByRole('button', { name: 'Go on with the test' })).toBeFocused();
  // No key chooses behind the dialog.
  await page.keyboard.press('1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Quiz Submitted Successfully!' })).toBeVisible();
  await expect(sitting.counter('Your Score')).toHaveText('10 / 15');
});

test('all questions stand on one page by choice, and the choice stays', async ({ page }) => {
  const { sitting } = await sitQuiz(page);
  await expect(sitting.question(2)).toBeHidden();
  await page.getByText('All on one page').click();
  await expect(sitting.question(4)).toBeVisible();
  await sitting.option(3, 1).check();
  await page.getByRole('button', { name: 'Clear the answer of question 3' }).click();
  await expect(sitting.option(3, 1)).not.toBeChecked();
  await sitting.option(4, 1).check();
  await expect(sitting.saved).toHaveText(/^Saved/);
  await page.reload();
  await expect(sitting.option(4, 1)).toBeChecked();
  await expect(sitting.option(3, 1)).not.toBeChecked();
});

test('with all on one page a key changes the question with the ring, and none that is out of sight', async ({
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
  // The choice between the two views has the focus still; a radio of the page itself takes no figures.
  await page.keyboard.press('2');
  await expect(sitting.option(number, 2)).toBeChecked();
  await expect(sitting.option(1, 2)).not.toBeChecked();
  await expect(page.getByRole('button', { name: /^Question \d+, answered/ })).toHaveCount(1);
});

test('a test that runs says so in the list and on the dashboard, and is resumed without a greeting', async ({
  page,
}) => {
  const { quiz, sitting } = await sitQuiz(page);
  await sitting.option(1, 2).check();
  await expect(sitting.saved).toHaveText(/^Saved/);
  await page.goto('/dashboard/user');
  await expect(page.getByText(/Running, \d+:\d\d left/)).toBeVisible();
  await page.goto('/tests');
  const card = page.getByRole('article').filter({ hasText: quiz.topic });
  await expect(card.getByText(/^Running, \d+:\d\d left$/)).toBeVisible();
  await card.getByRole('button', { name: `Resume ${quiz.topic}` }).click();
  await expect(sitting.option(1, 2)).toBeChecked();
  await expect(page.getByText('Quiz started')).toBeHidden();
});

test('the time can be hidden, and goes on', async ({ page }) => {
  const { sitting } = await sitQuiz(page);
  await page.getByRole('button', { name: 'Hide the time' }).click();
  await expect(sitting.timer).toHaveText('Time is hidden');
  await page.getByRole('button', { name: 'Show the time' }).click();
  await expect(sitting.timer).toHaveText(/^Time Left: \d+:\d\d$/);
});

test('a test that is over leads to what was handed in, and one that was never there to the list', async ({
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
  await expect(page.getByRole('main').getByText('That quiz was not found.')).toBeVisible();
  await expect(page).toHaveURL('/tests');
});

test('a quiz without questions says so, and one that cannot be read leads back', async ({
  page,
}) => {
  const quiz = await makeQuiz(page.request);
  const student = await registerStudent(page.request);
  await beSignedIn(page, student);
  const startCall = new RegExp(`/api/v1/auth/quiz/${quiz.id}$`);
  await page.route(startCall, async (route) => {
    // What the page sends, which not every browser tells.
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
  // Said once the server was asked again for as long as it takes to start.
  await expect(page.getByRole('main').getByText('Failed to load quiz data.')).toBeVisible({
    timeout: 40_000,
  });
  await expect(page).toHaveURL('/tests');
});

test('more time and an announcement reach the open page within five seconds', async ({ page }) => {
  const { quiz, sitting } = await sitQuiz(page);
  const admin = await asAdmin(page.request, quiz);
  await admin.post('/extensions', { userIds: 'all', minutes: 30, reason: 'Power cut' });
  await expect(sitting.timer).toHaveText(/^Time Left: 1(49|50):\d\d$/, { timeout: 5000 });
  await expect(page.getByText(/Your time was changed/)).toBeVisible();
  await admin.post('/announcements', { text: 'Question 2 means a binary tree.' });
  await expect(page.getByText('Question 2 means a binary tree.').first()).toBeVisible({
    timeout: 5000,
  });
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

test('the answers open when the test has ended', async ({ page }) => {
  const { sitting } = await sitQuiz(page, { questions: 2, endsInMs: 25_000 });
  await sitting.option(1, 3).check();
  await sitting.submit.click();
  await page.getByRole('button', { name: 'Submit now' }).click();
  await expect(page.getByText(/The questions with the right answers open here/)).toBeVisible();
  await expect(page.getByText('right answer', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Questions and answers' })).toBeVisible({
    timeout: 50_000,
  });
  const first = page.getByRole('article').filter({ hasText: 'Question 1' });
  await expect(first).toContainText('Wrong');
  await expect(first.getByRole('listitem').nth(2)).toContainText('your answer');
  await expect(first.getByRole('listitem').nth(1)).toContainText('right answer');
});
