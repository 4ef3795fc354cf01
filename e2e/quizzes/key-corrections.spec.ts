import { expect, test } from '@playwright/test';
import { beSignedIn, demoAdmin, registerStudent } from '../people.ts';
import { makeQuiz, submitForOption4 } from './quiz-sitting.ts';

test('a teacher corrects a key after a dry run, and student, timeline and audit log show it', async ({
  page,
  request,
}) => {
  const quiz = await makeQuiz(request, { questions: 2 });
  const student = await registerStudent(request);
  await submitForOption4(request, quiz, student);

  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/quizview/${quiz.id}`);
  await page.getByRole('link', { name: 'Results and keys' }).click();
  await expect(page.getByRole('heading', { level: 2, name: quiz.topic })).toBeVisible();
  await page.getByRole('link', { name: 'Correct the key of question 1' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Correct the key of question 1' }),
  ).toBeVisible();
  const apply = page.getByRole('button', { name: 'Apply the correction' });
  await expect(page.getByText('Choose how the question counts to see the effect.')).toBeVisible();
  await expect(apply).toBeDisabled();

  await page.getByRole('checkbox', { name: 'four' }).check();
  await page.getByRole('checkbox', { name: 'four' }).uncheck();
  await expect(page.getByText('Choose how the question counts to see the effect.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'four' }).check();
  await expect(page.getByText('1 of 1 submitted attempt changes: 1 up, 0 down.')).toBeVisible();
  const scores = page.getByRole('table', { name: 'Scores that change' });
  await expect(scores).toContainText(student.id);
  await expect(scores).toContainText('+5');

  await page.getByLabel('Reason').fill('Option 4 was taught too.');
  await apply.click();
  const question = page.getByRole('dialog', { name: 'Mark 1 attempt again?' });
  await expect(question).toContainText('1 score changes.');
  await question.getByRole('button', { name: 'Apply', exact: true }).click();
  const items = page.getByRole('table', { name: 'Questions' });
  await expect(items).toContainText('1 × four (right)');
  await expect(items).toContainText('Option 4 was taught too.');
  await expect(items).toContainText(/Facility 0\s%\s→\s100\s%/);

  await page.goto(`/admin/dashboard/quizview/${quiz.id}/${student.id}`);
  await expect(page.getByRole('table', { name: 'Timeline' })).toContainText('Key corrected');

  await page.goto(`/admin/dashboard/audit?action=correct-key&q=${encodeURIComponent(quiz.topic)}`);
  const log = page.getByRole('table', { name: 'Audit log' });
  await expect(log).toContainText('Corrected a key');
  await expect(log).toContainText('Option 4 was taught too.');

  await beSignedIn(page, student);
  await page.goto(`/tests/quiz/${quiz.id}/submitted`);
  await expect(page.getByText('Your teacher corrected the answer key of this test')).toBeVisible();
  await expect(page.getByText('10 / 10')).toBeVisible();
  await page.goto('/dashboard/user');
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results).toContainText('10 of 10');
  await expect(results).toContainText('scored again after a key correction');
});
