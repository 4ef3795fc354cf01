import { expect, type Page, test } from '@playwright/test';
import { PATIENCE } from '../../../runner/testing/patience.ts';
import { beSignedIn, logIn, registerStudent } from '../../people.ts';
import { asAdmin, type SittingPage, sitQuiz, sittingOf } from '../../quizzes/quiz-sitting.ts';

const FIVE_MINUTES_MS = 300_000;
const HOUR_MS = 3_600_000;
/** In hours, as in the form: long enough to choose an answer on a busy machine. */
const FIFTEEN_SECONDS = String(0.0042 * PATIENCE);

const SAVED = /^Saved \d{1,2}:\d\d:\d\d\s[AP]M$/;

async function submit(sitting: SittingPage): Promise<void> {
  await sitting.submit.click();
  await sitting.page.getByRole('button', { name: 'Submit now' }).click();
}

/** All requests of the page are lost, as with an unplugged cable. */
async function cutNetwork(page: Page): Promise<() => Promise<void>> {
  const calls = '**/api/**';
  await page.route(calls, (route) => route.abort('internetdisconnected'));
  return () => page.unroute(calls);
}

test('ten answers during a network outage of five minutes survive a reload', async ({ page }) => {
  await page.clock.install();
  const { quiz, student, sitting } = await sitQuiz(page, { questions: 10 });
  const { answered } = await asAdmin(page.request, quiz);
  const restore = await cutNetwork(page);
  for (let number = 1; number <= 10; number += 1) {
    await sitting.option(number, 2).check();
    await page.keyboard.press('n');
  }
  await expect(sitting.saved).toHaveText('Not saved – retrying');
  await expect(page.getByText(/are kept in this browser/)).toBeVisible();
  await page.clock.runFor(FIVE_MINUTES_MS);
  await expect(sitting.saved).toHaveText('Not saved – retrying');
  await expect(sitting.timer).toHaveText(/^Time Left: 11[45]:\d\d$/);
  expect(await answered(student)).toBe(0);

  // The page closes before anything has arrived, so only the browser's copy is left.
  await page.goto('/favicon.svg');
  await restore();
  await page.goto(quiz.path);
  await expect(sitting.counter('Total Answered')).toHaveText('10');
  await expect(sitting.saved).toHaveText(SAVED);
  expect(await answered(student)).toBe(10);
  const left = await page.evaluate(
    `Object.keys(localStorage).filter((key) => key.includes('/attempt/')).length`,
  );
  expect(left).toBe(0);
});

test('offline answers are sent when the network is back, without a reload', async ({ page }) => {
  const { quiz, student, sitting } = await sitQuiz(page);
  const { answered } = await asAdmin(page.request, quiz);
  const restore = await cutNetwork(page);
  await sitting.option(1, 3).check();
  await expect(sitting.saved).toHaveText('Not saved – retrying');
  await restore();
  await expect(sitting.saved).toHaveText(SAVED);
  expect(await answered(student)).toBe(1);
});

test('the later of two devices writes, and unsent answers of the first do not overwrite its answers', async ({
  page,
  browser,
}) => {
  const { quiz, student, sitting } = await sitQuiz(page);
  const restore = await cutNetwork(page);
  await sitting.option(1, 1).check();
  await page.keyboard.press('n');
  await sitting.option(2, 1).check();
  await expect(sitting.saved).toHaveText('Not saved – retrying');

  await using context = await browser.newContext();
  const other = sittingOf(await context.newPage());
  await beSignedIn(other.page, student);
  await other.page.goto(quiz.path);
  await other.option(1, 4).check();
  await expect(other.saved).toHaveText(SAVED);

  await restore();
  await expect(page.getByRole('heading', { name: /open on another page/ })).toBeVisible();
  await page.getByRole('button', { name: 'Continue here' }).click();
  await expect(sitting.option(1, 4)).toBeChecked();
  await expect(sitting.saved).toHaveText(SAVED);
  // Answers that the other device had not changed are added.
  await expect(sitting.palette(2)).toHaveAccessibleName('Question 2, answered');
});

test('another student in the same browser neither sees nor sends anything of the first', async ({
  page,
}) => {
  const { quiz, student, sitting } = await sitQuiz(page);
  const restore = await cutNetwork(page);
  await sitting.option(1, 2).check();
  await expect(sitting.saved).toHaveText('Not saved – retrying');
  await restore();
  const other = await registerStudent(page.request);
  await page.goto('/favicon.svg');
  await beSignedIn(page, other);
  await page.goto(quiz.path);
  await expect(sitting.option(1, 2)).not.toBeChecked();
  await sitting.option(1, 4).check();
  await expect(sitting.saved).toHaveText(SAVED);

  await beSignedIn(page, student);
  await page.goto(quiz.path);
  await expect(sitting.option(1, 2)).toBeChecked();
});

test('a session that ends during a test is renewed in place, and answers given meanwhile are saved', async ({
  page,
}) => {
  const { quiz, student, sitting } = await sitQuiz(page);
  const { answered } = await asAdmin(page.request, quiz);
  const token = await page.evaluate(`JSON.parse(localStorage.getItem('auth')).token`);
  await page.request.post('/api/v1/auth/logout', { headers: { authorization: String(token) } });
  await sitting.option(1, 2).check();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toBeVisible();
  expect(await answered(student)).toBe(0);
  await expect(page.getByText(/^Your session has ended. Your answers are kept/)).toBeVisible();
  await expect(page.getByText('The server is not responding')).toHaveCount(0);
  await dialog.getByLabel('Password', { exact: true }).fill(student.password);
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await expect(sitting.saved).toHaveText(SAVED);
  await expect(sitting.option(1, 2)).toBeChecked();
  expect(await answered(student)).toBe(1);
});

test('submitting with an ended session asks for a login, and works afterwards', async ({
  page,
}) => {
  const { student, sitting } = await sitQuiz(page);
  const token = await page.evaluate(`JSON.parse(localStorage.getItem('auth')).token`);
  await page.request.post('/api/v1/auth/logout', { headers: { authorization: String(token) } });
  await submit(sitting);
  await expect(page.getByText('Unable to submit quiz. Please log in again.')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Password', { exact: true }).fill(student.password);
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: 'Submit now' }).click();
  await expect(page.getByRole('heading', { name: 'Quiz Submitted Successfully!' })).toBeVisible();
});

test('if the time is up with an ended session, the page says so and submits after signing in', async ({
  page,
}) => {
  const { student, sitting } = await sitQuiz(page, { timeLimit: FIFTEEN_SECONDS });
  await sitting.option(1, 2).check();
  const token = await page.evaluate(`JSON.parse(localStorage.getItem('auth')).token`);
  await page.request.post('/api/v1/auth/logout', { headers: { authorization: String(token) } });
  await expect(page.getByText('User not authenticated. Cannot submit quiz.')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Password', { exact: true }).fill(student.password);
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await expect(page.getByRole('heading', { name: 'Quiz Submitted Successfully!' })).toBeVisible();
  await expect(sitting.counter('Answered')).toHaveText('1');
});

test('a submission that does not arrive is reported, and the test is unchanged', async ({
  page,
}) => {
  const { sitting } = await sitQuiz(page);
  const restore = await cutNetwork(page);
  await submit(sitting);
  await expect(page.getByText('Failed to submit quiz.')).toBeVisible();
  await restore();
  await page.getByRole('button', { name: 'Submit now' }).click();
  await expect(page.getByRole('heading', { name: 'Quiz Submitted Successfully!' })).toBeVisible();
});

for (const [name, byMs] of [
  ['an hour ahead', HOUR_MS],
  ['an hour behind', -HOUR_MS],
] as const) {
  test(`a device clock that is ${name} has no effect`, async ({ page }) => {
    await page.clock.install({ time: Date.now() + byMs });
    const { quiz, student, sitting } = await sitQuiz(page);
    await expect(sitting.timer).toHaveText(/^Time Left: 1(20:00|19:\d\d)$/);
    await sitting.option(1, 2).check();
    await expect(sitting.saved).toHaveText(SAVED);
    const { answered } = await asAdmin(page.request, quiz);
    expect(await answered(student)).toBe(1);
    // Also set during the test.
    await page.clock.setSystemTime(Date.now() - 3 * byMs);
    await page.keyboard.press('3');
    await expect(sitting.saved).toHaveText(SAVED);
    await expect(sitting.timer).toHaveText(/^Time Left: 1(20:00|19:\d\d)$/);
    await page.goto('/tests');
    const card = page.getByRole('article').filter({ hasText: quiz.topic });
    await expect(card).toContainText(/Running, 1(20:00|19:\d\d) left/);
  });
}

test('after sleep the page asks the server and shows the actual time left', async ({ page }) => {
  await page.clock.install();
  const { sitting } = await sitQuiz(page);
  // A sleeping page neither counts nor receives anything; here the clock skips an hour.
  const mend = await cutNetwork(page);
  await page.clock.fastForward(HOUR_MS);
  await expect(sitting.timer).toHaveText(/^Time Left: (60:00|59:\d\d)$/);
  await mend();
  await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
  await expect(sitting.timer).toHaveText(/^Time Left: 1(20:00|19:\d\d)$/);
});

test('switching to another tab saves, and the timeline records each switch', async ({ page }) => {
  const { quiz, student, sitting } = await sitQuiz(page);
  await sitting.option(1, 2).check();
  await page.evaluate(`window.dispatchEvent(new Event('blur'))`);
  await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
  const { answered, timeline } = await asAdmin(page.request, quiz);
  await expect(async () => {
    expect(await timeline(student)).toEqual(
      expect.arrayContaining(['start', 'save', 'focus-lost', 'focus-regained']),
    );
  }).toPass();
  expect(await answered(student)).toBe(1);
});

test('a reload at the submit confirmation submits nothing', async ({ page }) => {
  const { quiz, student, sitting } = await sitQuiz(page);
  await sitting.option(1, 2).check();
  await sitting.submit.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  await expect(sitting.option(1, 2)).toBeChecked();
  const { answered, timeline } = await asAdmin(page.request, quiz);
  expect(await answered(student)).toBe(1);
  expect(await timeline(student)).not.toContain('submit');
});

test('when the time is up the page says so and submits the chosen answers', async ({ page }) => {
  const { sitting } = await sitQuiz(page, { timeLimit: FIFTEEN_SECONDS });
  await sitting.option(1, 2).check();
  await expect(page.getByText('Time is up! Submitting your quiz...').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Quiz Submitted Successfully!' })).toBeVisible();
  await expect(sitting.counter('Answered')).toHaveText('1');
  await expect(sitting.counter('Your Score')).toHaveText('5 / 20');
});

test('a test whose time is up offline is submitted with all answers when the network is back', async ({
  page,
}) => {
  const { sitting } = await sitQuiz(page, { timeLimit: FIFTEEN_SECONDS });
  const restore = await cutNetwork(page);
  await sitting.option(1, 2).check();
  await expect(sitting.timer).toHaveText('Time Left: 00:00');
  await expect(sitting.option(1, 3)).toBeDisabled();
  await expect(page.getByText(/when it is back\. Keep this page open\.$/)).toBeVisible();
  await restore();
  await expect(page.getByRole('heading', { name: 'Quiz Submitted Successfully!' })).toBeVisible();
  await expect(sitting.counter('Answered')).toHaveText('1');
});

test('a test that was submitted elsewhere is not submitted again', async ({ page, request }) => {
  const { quiz, student, sitting } = await sitQuiz(page);
  await sitting.option(1, 2).check();
  await expect(sitting.saved).toHaveText(SAVED);
  const restore = await cutNetwork(page);
  const { token } = await logIn(request, student);
  await request.post(`/api/v1/auth/quiz/${quiz.id}/submit`, {
    headers: { authorization: token },
    data: { userId: student.id, markedAnswers: { 1: '2' } },
  });
  await restore();
  await submit(sitting);
  await expect(page.getByText('Quiz already submitted.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Quiz Submitted Successfully!' })).toBeVisible();
});
