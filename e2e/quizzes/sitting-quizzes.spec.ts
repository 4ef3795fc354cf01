import { expect, test } from '@playwright/test';
import { registerStudent, submitLogin } from '../people.ts';
import { makeQuiz, sitQuiz, sittingOf } from './quiz-sitting.ts';

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
  const asking = page.getByRole('dialog', { name: `Start ${quiz.topic}?` });
  await expect(asking).toContainText('You can take this test once.');
  await expect(asking).toContainText(/Your time\s*2 h/);
  await asking.getByRole('button', { name: 'Not yet' }).click();
  await expect(asking).toBeHidden();
  await card.getByRole('button', { name: `Start ${quiz.topic}` }).click();
  await asking.getByRole('button', { name: 'Start', exact: true }).click();
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
  const dialog = page.getByRole('dialog', { name: 'Submit this test?' });
  await expect(dialog).toContainText('2: questions 3 and 4');
  await dialog.getByRole('button', { name: '3', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(sitting.question(3)).toBeFocused();
  await page.reload();
  await expect(sitting.question(3)).toBeVisible();
  await expect(sitting.question(1)).toBeHidden();
  await sitting.submit.click();
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
  // The student's own result is not an error.
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a student can choose all questions on one page, and the choice is remembered', async ({
  page,
}) => {
  const { sitting } = await sitQuiz(page);
  await expect(sitting.question(2)).toBeHidden();
  await page.getByText('All on one page').click();
  await expect(sitting.question(4)).toBeVisible();
  await sitting.option(3, 1).check();
  await page.getByRole('button', { name: 'Clear the answer of question 3' }).click();
  await expect(sitting.option(3, 1)).not.toBeChecked();
  await sitting.option(4, 1).check();
  await expect(sitting.saved).toHaveText(/^Saved/);
  await page.setViewportSize({ width: 1280, height: 500 });
  await sitting.question(4).scrollIntoViewIfNeeded();
  await sitting.option(4, 1).focus();
  await page.reload();
  await expect(sitting.option(4, 1)).toBeChecked();
  await expect(sitting.option(3, 1)).not.toBeChecked();
  await expect(sitting.question(4)).toBeInViewport();
});

test('a running test is shown in the list and on the dashboard, and resumes without the start message', async ({
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
