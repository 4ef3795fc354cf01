import { expect, test } from '@playwright/test';
import { expectNoFindings, expectNoFindingsAnywhere } from '../../axe.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../../people.ts';
import { makeQuiz, submitForOption4 } from '../../quizzes/quiz-sitting.ts';

test('a dropped question counts for nobody, and a correction needs a reason', async ({
  page,
  request,
}) => {
  const quiz = await makeQuiz(request, { questions: 2 });
  await submitForOption4(request, quiz, await registerStudent(request));
  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/performance/${quiz.id}/questions/1`);
  await page.getByLabel('Reason').fill('It was not taught.');
  const apply = page.getByRole('button', { name: 'Apply the correction' });
  await expect(apply).toBeDisabled();
  await page.getByRole('radio', { name: 'Does not count' }).check();
  await expect(page.getByText('10 → 5', { exact: true })).toBeVisible();
  await apply.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
  const items = page.getByRole('table', { name: 'Questions' });
  await expect(items).toContainText('This question does not count.');
  await expect(page.getByRole('table', { name: 'Students' })).toContainText(/5 \(100\s%\)/);
});

test('of two equal options the key can be corrected to both', async ({ page, request }) => {
  const options = { 1: 'one', 2: 'two', 3: 'three', 4: 'two' };
  const quiz = await makeQuiz(request, { questions: 2, options });
  await submitForOption4(request, quiz, await registerStudent(request));
  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/performance/${quiz.id}/questions/1`);
  await page.getByRole('checkbox', { name: 'two' }).last().check();
  await expect(page.getByText('1 of 1 submitted attempt changes: 1 up, 0 down.')).toBeVisible();
  await page.getByLabel('Reason').fill('Both are the same.');
  await expect(page.getByRole('button', { name: 'Apply the correction' })).toBeEnabled();
});

test('axe finds nothing while a key is corrected, and in a result that was marked again', async ({
  page,
  request,
}) => {
  const widths = [360, 1440];
  const quiz = await makeQuiz(request, { questions: 2 });
  const student = await registerStudent(request);
  await submitForOption4(request, quiz, student);
  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/performance/${quiz.id}/questions/1`);
  await page.getByRole('checkbox', { name: 'four' }).check();
  await expect(page.getByText('1 of 1 submitted attempt changes: 1 up, 0 down.')).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the dry run of a correction', { widths });

  await page.getByLabel('Reason').fill('Option 4 was taught too.');
  await page.getByRole('button', { name: 'Apply the correction' }).click();
  const question = page.getByRole('dialog', { name: 'Mark 1 attempt again?' });
  await expect(question).toContainText('1 score changes.');
  await expectNoFindings(page, 'the question before a correction');
  await question.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Questions' })).toContainText('1 × four (right)');

  await beSignedIn(page, student);
  await page.goto(`/tests/quiz/${quiz.id}/submitted`);
  await expect(page.getByText('Your teacher corrected the answer key of this test')).toBeVisible();
  await expectNoFindingsAnywhere(page, 'a result that was marked again', { widths });
});
