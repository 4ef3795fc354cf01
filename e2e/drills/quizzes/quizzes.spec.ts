import { expect, test } from '@playwright/test';
import { replyWithOneFault } from '../../quizzes/assistant.ts';
import { beSignedIn, demoAdmin } from '../../people.ts';
import { openBuilder, questionList, writeQuestion } from '../../quizzes/quiz-builder-page.ts';

const options = ['one', 'two', 'three', 'four'];

test.beforeEach(async ({ page }) => {
  await beSignedIn(page, demoAdmin);
});

test('with open registration, a teacher moves the score to End with one click', async ({
  page,
}) => {
  await page.goto('/admin/create-quiz');
  const warning = page.getByText('Anyone can register here');
  await expect(warning).toBeVisible();
  await page.getByLabel('Chosen courses, years or roll numbers').check();
  await expect(warning).toHaveCount(0);
  await page.getByLabel('Everyone').check();
  await page.getByRole('button', { name: 'Show the score at End' }).click();
  await expect(warning).toHaveCount(0);
  await expect(page.getByLabel('Their score')).toHaveValue('at_end');
});

test('without details the builder redirects to them with the reason', async ({ page }) => {
  await page.goto('/admin/create-quiz/quiz');
  await expect(page).toHaveURL(/\/admin\/create-quiz$/);
  await expect(page.getByRole('alert')).toHaveText(
    'Please fill in all quiz details before proceeding.',
  );
});

test('an option that would not be shown as typed is reported at its field and fixed with one click', async ({
  page,
}) => {
  await openBuilder(page);
  await writeQuestion(page, 'Which starts a comment?', ['#', '`*`', '2*3*4', '//']);
  const preview = page.getByRole('region', { name: 'Student view' });
  await expect(page.getByText('Students see nothing here.')).toBeVisible();
  await expect(page.getByText('Students see: 234')).toBeVisible();
  for (const left of [1, 0]) {
    await page.getByRole('button', { name: 'Show as typed' }).first().click();
    await expect(page.getByRole('button', { name: 'Show as typed' })).toHaveCount(left);
  }
  await expect(preview.getByRole('listitem')).toHaveText([/#$/, /\*$/, /2\*3\*4$/, /\/\/$/]);
});

test('questions can be duplicated, moved with keys, deleted and restored, and the number follows', async ({
  page,
}) => {
  await openBuilder(page);
  await writeQuestion(page, 'First', options);
  await page.getByRole('button', { name: 'Duplicate question' }).click();
  const items = questionList(page).getByRole('listitem');
  await expect(items).toHaveCount(3);
  await page.getByLabel('Question Title').fill('Copy');
  await questionList(page).getByRole('button', { name: /Copy/ }).press('Alt+ArrowUp');
  await expect(items.first()).toContainText('Copy');
  await page.getByRole('button', { name: 'Delete question' }).click();
  await expect(items).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(items.first()).toContainText('Copy');
  await page.getByRole('link', { name: 'Details' }).click();
  await expect(page.getByLabel('Total Questions')).toHaveValue('3');
});

test('an AI service that fails, returns nonsense or hangs is reported, and the input is kept', async ({
  page,
}) => {
  await openBuilder(page);
  await page.getByLabel('Question Title').fill('Typed by hand');
  await page.getByRole('button', { name: 'AI questions' }).click();
  const generate = async (prompt: string) => {
    await page.getByLabel('Prompt').fill(prompt);
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
  };
  await generate('write a poem');
  await expect(page.getByText('Invalid AI response. Please try again.').first()).toBeVisible();
  await generate('answer with an error');
  await expect(page.getByText('Failed to generate quiz. Please try again.').first()).toBeVisible();
  await expect(page.getByText(/responded with an error \(500\)/)).toBeVisible();
  await generate('never end');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Cancelled. The questions received so far are kept.')).toBeVisible();
  await expect(page.getByLabel('Question Title')).toHaveValue('Typed by hand');
});

test('a pasted reply is parsed by the same rules', async ({ page }) => {
  await openBuilder(page);
  await page.getByRole('button', { name: 'AI questions' }).click();
  await page.getByRole('button', { name: 'Paste reply' }).click();
  await page.getByLabel('Reply of the assistant').fill(replyWithOneFault);
  await page.getByRole('button', { name: 'Read the reply' }).click();
  await expect(page.getByText('2 good, 1 refused')).toBeVisible();
  await page.getByRole('button', { name: 'Take all 2' }).click();
  await expect(page.getByText('All 2 questions are complete')).toBeVisible();
});
