import { expect, type Page, test } from '@playwright/test';
import { PATIENCE } from '../../../runner/testing/patience.ts';
import { beSignedIn, demoAdmin, logIn, registerStudent } from '../../people.ts';
import { makeProgramQuiz } from '../../quizzes/program-question.ts';
import { sittingOf } from '../../quizzes/quiz-sitting.ts';

const FIVE_MINUTES_MS = 300_000;
/** In hours, as in the form. */
const TWENTY_SECONDS = String(0.0056 * PATIENCE);

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'C program' });

async function sit(page: Page, changes: { timeLimit?: string } = {}) {
  const quiz = await makeProgramQuiz(page.request, {}, changes);
  const student = await registerStudent(page.request);
  await beSignedIn(page, student);
  await page.goto(quiz.path);
  await editorOf(page).click();
  await page.keyboard.press('Control+a');
  return { quiz, student, sitting: sittingOf(page) };
}

/** The program as the server has it. */
async function heldText(page: Page, quizId: string, studentId: string): Promise<string | null> {
  const { token } = await logIn(page.request, demoAdmin);
  const url = `/api/v1/auth/quiz/${quizId}/attempts/${studentId}/programs`;
  const reply = await page.request.get(url, { headers: { authorization: token } });
  return (await reply.json()).data[0].text;
}

async function cutNetwork(page: Page): Promise<() => Promise<void>> {
  const calls = '**/api/**';
  await page.route(calls, (route) => route.abort('internetdisconnected'));
  return () => page.unroute(calls);
}

test('Rule 1: a program typed during an outage of five minutes survives a closed page', async ({
  page,
}) => {
  await page.clock.install();
  const { quiz, student, sitting } = await sit(page);
  const restore = await cutNetwork(page);
  await page.keyboard.insertText('int main(void) { return 1; }');
  await page.clock.runFor(FIVE_MINUTES_MS);
  await page.keyboard.insertText(' /* and more */');
  await page.clock.runFor(3000);
  await expect(sitting.saved).toHaveText('Not saved – retrying');
  await page.goto('/favicon.svg');
  await restore();
  await page.goto(quiz.path);
  await expect(editorOf(page)).toContainText('/* and more */');
  await expect(sitting.saved).toHaveText(/^Saved/);
  expect(await heldText(page, quiz.id, student.id)).toContain('/* and more */');
});

test('Rule 1: a reload right after a key loses nothing', async ({ page }) => {
  const { quiz, student, sitting } = await sit(page);
  await page.keyboard.insertText('int main(void) { return 2; }');
  await page.reload();
  await expect(editorOf(page)).toContainText('return 2');
  await expect(sitting.saved).toHaveText(/^Saved/);
  expect(await heldText(page, quiz.id, student.id)).toContain('return 2');
});

test('Rule 2: time that is up in the middle of typing submits what is in the editor', async ({
  page,
}) => {
  const { quiz, student } = await sit(page, { timeLimit: TWENTY_SECONDS });
  await page.keyboard.insertText('int main(void) { return 0; } //');
  const submitted = page.getByRole('heading', { name: 'Quiz Submitted Successfully!' });
  let typed = '';
  while (!(await submitted.isVisible()) && typed.length < 5000) {
    await page.keyboard.press('x');
    typed += 'x';
  }
  await expect(submitted).toBeVisible();
  const held = (await heldText(page, quiz.id, student.id)) ?? '';
  const [, kept = ''] = held.split('//');
  // Keys pressed after the end have no effect; none before it is lost.
  expect(kept.length).toBeGreaterThan(0);
  expect(typed.startsWith(kept.trim())).toBe(true);
  await expect(page.getByText('Answers kept')).toBeVisible();
});

test('Rule 1: a second device goes on with the program, and the first stops', async ({
  page,
  browser,
}) => {
  const { quiz, student, sitting } = await sit(page);
  await page.keyboard.insertText('int main(void) { return 3; }');
  await expect(sitting.saved).toHaveText(/^Saved/);
  await using context = await browser.newContext();
  const other = await context.newPage();
  await beSignedIn(other, student);
  await other.goto(quiz.path);
  await expect(editorOf(other)).toContainText('return 3');
  await expect(page.getByText('This test is open on another page')).toBeVisible();
  await editorOf(other).click();
  await other.keyboard.press('Control+End');
  await other.keyboard.insertText('// on the second device');
  await expect(sittingOf(other).saved).toHaveText(/^Saved/);
  await page.getByRole('button', { name: 'Continue here' }).click();
  await expect(editorOf(page)).toContainText('// on the second device');
});
