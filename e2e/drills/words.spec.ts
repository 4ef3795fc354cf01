import { expect, type Page, test } from '@playwright/test';
import { beSignedIn, demoAdmin } from '../people.ts';
import {
  createButton,
  markCorrect,
  openBuilder,
  writeQuestion,
} from '../quizzes/quiz-builder-page.ts';
import { sitQuiz } from '../quizzes/quiz-sitting.ts';

// The texts of the specification that no other journey shows.

async function expectAll(page: Page, words: readonly string[]): Promise<void> {
  for (const word of words)
    await expect(page.getByText(word, { exact: true }).first()).toBeVisible();
}

test('the pages of an admin say what the specification says', async ({ page }) => {
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/profile');
  const facts = ['Name', 'Role', 'Id', 'Email', 'Students'];
  await expectAll(page, [...facts, 'Assignments Received', 'Assignments Pending']);

  await page.goto('/admin/dashboard/quizview');
  await expect(page.getByPlaceholder('Search Quiz')).toBeVisible();
  await expect(page.getByLabel('Created Date')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create Quiz' }).first()).toBeVisible();
  const statuses = page.getByLabel('Status', { exact: true }).getByRole('option');
  await expect(statuses).toHaveText(['All', 'Draft', 'Published']);
  const card = ['Questions', 'Subject', 'Class', 'Score per question', 'Duration', 'Total score'];
  await expectAll(page, [...card, 'Created', 'Start', 'End']);

  await page.goto('/admin/create-assignment');
  await expectAll(page, ['Total Uploaded', 'Total Assigned', 'Total Marked', 'Upload']);

  await page.goto('/admin/create-quiz');
  await expect(page.getByLabel('Time Limit')).toHaveAttribute('placeholder', '2.40 2hrs 40min');
});

test('a quiz that cannot be created without a reason from the server says so', async ({ page }) => {
  await beSignedIn(page, demoAdmin);
  await openBuilder(page, { 'Total Questions': '1' });
  await writeQuestion(page, 'Which is one?', ['one', 'two', 'three', 'four']);
  await markCorrect(page, 1);
  await page.route('**/quizData', (route) => route.abort('connectionreset'));
  await createButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('An unexpected error occurred.');
  await expect(page.getByRole('main').getByText('An unexpected error occurred.')).toBeVisible();
  await expect(page.getByLabel('Question Title')).toHaveValue('Which is one?');
});

test('if the time is up in an ended session, the page says that the test cannot be submitted', async ({
  page,
}) => {
  const { sitting } = await sitQuiz(page, { timeLimit: '0.0025' });
  await page.route('**/quiz/*/submit', (route) =>
    route.fulfill({
      status: 401,
      json: { success: false, message: 'Sign in first.', code: 'unauthorised' },
    }),
  );
  await sitting.option(1, 2).check();
  await expect(page.getByText('User not authenticated. Cannot submit quiz.').first()).toBeVisible();
});
