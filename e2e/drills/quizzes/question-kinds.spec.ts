import { expect, type Page, test } from '@playwright/test';
import { expectNoFindingsAnywhere } from '../../axe.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../../people.ts';
import { makeMixedQuiz } from '../../quizzes/mixed-quiz.ts';
import { createButton, openBuilder, questionList } from '../../quizzes/quiz-builder-page.ts';
import { sittingOf } from '../../quizzes/quiz-sitting.ts';

/** Chooses a kind in the menu of Add question, which is focused, and lands in the title. */
async function add(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Add question' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: kind, exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Question Title')).toBeFocused();
}

test('a question of each kind is added and written with the keyboard alone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await beSignedIn(page, demoAdmin);
  await openBuilder(page, { 'Total Questions': '1', Topic: `Written ${Date.now()}` });
  const { keyboard } = page;
  const type = async (label: string | RegExp, text: string) => {
    await page.getByLabel(label, { exact: true }).focus();
    await keyboard.type(text);
  };

  await add(page, 'Several options');
  await keyboard.type('Which are even?');
  for (const [at, text] of ['1', '2', '3', '4'].entries()) await type(`Option ${at + 1}`, text);
  for (const place of [2, 4]) {
    await page.getByRole('checkbox', { name: `Correct ${place}` }).focus();
    await keyboard.press('Space');
  }
  await type('Points', '3');

  await add(page, 'True or false');
  await keyboard.type('A stack is first in, last out.');
  await page.getByRole('radio', { name: 'True', exact: true }).first().focus();
  await keyboard.press('Space');

  await add(page, 'Number');
  await keyboard.type('How much is 2 to the power of 10?');
  await type('Value', '1024');

  await add(page, 'Short text');
  await keyboard.type('Which word is for a function that calls itself?');
  await type('Answer 1', 'recursion');

  // Another one of the same kind.
  await keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Question 6' })).toBeVisible();
  await expect(page.getByLabel('Question Title')).toBeFocused();
  await expect(page.getByLabel('Kind of question')).toHaveValue('short_text');
  await keyboard.type('Which word is for a loop?');
  await type('Answer 1', 'iteration');

  await add(page, 'Text without an answer');
  await keyboard.type('Read this program.');

  const list = questionList(page);
  await expect(list.getByRole('listitem')).toHaveCount(7);
  // The empty one that the form began with.
  await list.getByRole('button').first().click();
  await page.getByRole('button', { name: 'Delete question' }).click();
  await expect(page.getByText('All 6 questions are complete')).toBeVisible();
  await expect(list.getByText('6 questions, 23 points in total')).toBeVisible();

  await list.getByRole('button', { name: /Read this program/ }).focus();
  await keyboard.press('Alt+ArrowUp');
  await expect(list.getByRole('listitem').nth(4)).toContainText('Read this program.');

  // Texts stay when one option becomes several, and back.
  await list.getByRole('button', { name: /Which are even/ }).click();
  await page.getByLabel('Kind of question').selectOption('Single choice (2 to 10 options)');
  await expect(page.getByLabel('Option 4', { exact: true })).toHaveValue('4');
  await page.getByLabel('Kind of question').selectOption('Several options');
  await expect(page.getByLabel('Option 4', { exact: true })).toHaveValue('4');
  await expectNoFindingsAnywhere(page, 'the builder with a question of several options');
  for (const place of [2, 4])
    await page.getByRole('checkbox', { name: `Correct ${place}` }).check();
  await createButton(page).click();
  await expect(page).toHaveURL(/\/admin\/create-quiz\/?$/);
});

test('a question of four options keeps one in its place as a single choice', async ({ page }) => {
  await beSignedIn(page, demoAdmin);
  await openBuilder(page, { 'Total Questions': '1', Topic: `Places ${Date.now()}` });
  for (const [at, text] of ['A stack', 'A queue', 'A tree', 'None of the above'].entries())
    await page.getByLabel(`Option ${at + 1}`, { exact: true }).fill(text);
  await page.getByRole('radio', { name: 'Correct 4' }).check();
  const keep = page.getByRole('button').filter({ hasText: 'Keep option 4 in its place' });
  await keep.click();
  await expect(page.getByLabel('Kind of question')).toHaveValue('single');
  await expect(page.getByLabel('Option 1', { exact: true })).toHaveValue('A stack');
  await expect(page.getByRole('radio', { name: 'Correct 4' })).toBeChecked();
  const pin = page.getByRole('button', { name: 'Keep option 4 in its place' });
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
  await expect(keep).toBeHidden();
});

test('after a pressed button is removed, the next control has the focus', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await beSignedIn(page, demoAdmin);
  await openBuilder(page, { 'Total Questions': '1', Topic: `Focus ${Date.now()}` });
  await add(page, 'Several options');
  await page.getByLabel('Option 4', { exact: true }).fill('All of the above');
  const suggested = page.getByRole('button').filter({ hasText: 'Keep option 4 in its place' });
  await suggested.focus();
  await page.keyboard.press('Enter');
  const addOption = page.getByRole('button', { name: 'Add option' });
  await expect(addOption).toBeFocused();
  await page.getByRole('button', { name: 'Remove option 4' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Option 4', { exact: true })).toBeHidden();
  await expect(addOption).toBeFocused();
});

test('a text from elsewhere that is pasted is noted, and one from the test is not', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const quiz = await makeMixedQuiz(request);
  const student = await registerStudent(request);
  await beSignedIn(page, student);
  await page.goto('/tests');
  const card = page.getByRole('article').filter({ hasText: quiz.topic });
  await expect(card).toContainText('Questions6');
  await expect(card).toContainText('Score per questionVaries');
  await expect(card).toContainText('Total score20');
  await page.goto(quiz.path);
  await page.getByText('All on one page').click();
  const number = page.getByRole('textbox', { name: 'How long is it?' });
  const word = page.getByRole('textbox', { name: 'Which word?' });
  await number.fill('3.14 m');
  await number.press('Control+a');
  await number.press('Control+c');
  await word.press('Control+v');
  await expect(word).toHaveValue('3.14 m');
  await page.evaluate("navigator.clipboard.writeText('recursion')");
  await word.press('Control+a');
  await word.press('Control+v');
  await expect(word).toHaveValue('recursion');
  await expect(sittingOf(page).saved).toHaveText(/^Saved/);

  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/quizview/${quiz.id}/${student.id}`);
  await page.getByLabel('Search the timeline').fill('Pasted');
  const rows = page.getByRole('table', { name: 'Timeline' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Pasted text from elsewhere' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'question 6, characters 9' })).toBeVisible();
  await page.goto(`/admin/dashboard/quizview/${quiz.id}`);
  await expect(page.getByText('pasted 1×')).toBeVisible();
});

test('a question of each kind is answered with the keyboard alone, and reviewed', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const quiz = await makeMixedQuiz(request);
  const student = await registerStudent(request);
  await beSignedIn(page, student);
  await page.goto(quiz.path);
  const sitting = sittingOf(page);
  const { keyboard } = page;
  await expect(sitting.question(1)).toBeVisible();
  await expect(sitting.counter('Total Questions')).toHaveText('6');
  for (const [at, digits] of [['2'], ['1'], ['2', '4', '5'], ['1']].entries()) {
    for (const digit of digits) await keyboard.press(digit);
    await keyboard.press('n');
    await expect(sitting.question(at + 2)).toBeVisible();
  }
  // Going to a question moves the focus to it in the next frame.
  await expect(sitting.question(5)).toBeFocused();
  await page.getByRole('textbox', { name: 'How long is it?' }).focus();
  await keyboard.type('3.14 m');
  await expectNoFindingsAnywhere(page, 'a number');
  await page.getByRole('button', { name: 'Next' }).focus();
  await keyboard.press('Enter');
  await expect(sitting.question(6)).toBeFocused();
  await page.getByRole('textbox', { name: 'Which word?' }).focus();
  await keyboard.type('Recursion');
  await page.getByRole('button', { name: 'Next' }).focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Text 7 Read this program.' })).toBeVisible();
  await expect(sitting.counter('Total Answered')).toHaveText('6');
  await expect(sitting.saved).toHaveText(/^Saved/);
  await page.getByText('All on one page').click();
  await expectNoFindingsAnywhere(page, 'all kinds on one page');
  await sitting.submit.click();
  await expect(page.getByText('You have answered all questions.')).toBeVisible();
  await page.getByRole('button', { name: 'Submit now' }).click();
  await expect(page.getByRole('heading', { name: 'Quiz Submitted Successfully!' })).toBeVisible();
  await expect(page.getByText('20 / 20').or(page.getByText('20 of 20'))).toBeVisible();

  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/performance?quiz=${quiz.id}`);
  await expect(page.getByRole('table', { name: 'Questions' })).toBeVisible();
  await expect(page.getByText('Read this program.')).toBeHidden();
  await expectNoFindingsAnywhere(page, 'the statistics of a mixed test');
});
