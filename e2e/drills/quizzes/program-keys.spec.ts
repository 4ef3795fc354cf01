import { expect, test } from '@playwright/test';
import { expectNoFindings } from '../../axe.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../../people.ts';
import { makeProgramQuiz } from '../../quizzes/program-question.ts';
import { sittingOf } from '../../quizzes/quiz-sitting.ts';

test('Rule 10: a teacher changes a test case, sees who rises and falls, and applies it', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const quiz = await makeProgramQuiz(page.request);
  const student = await registerStudent(page.request);
  await beSignedIn(page, student);
  await page.goto(quiz.path);
  await page.getByLabel('Language').selectOption('Python');
  await page.getByRole('textbox', { name: 'Python program' }).click();
  await page.keyboard.insertText('print(sum(map(int, input().split())))');
  await sittingOf(page).submit.click();
  await page.getByRole('button', { name: 'Submit now' }).click();
  await expect(page.getByText('10 / 15')).toBeVisible();

  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/performance?quiz=${quiz.id}`);
  await page.getByRole('link', { name: 'Correct the key of question 1' }).click();
  await page.getByRole('button', { name: 'Test case 2', exact: false }).first().click();
  await page.getByLabel('Expected output of test case 2').fill('7');
  await page.getByRole('button', { name: 'Run the programs' }).click();
  await expect(page.getByText('1 of 1 submitted attempt changes: 0 up, 1 down.')).toBeVisible();
  // The sticky header covers nothing at the top.
  await page.evaluate('window.scrollTo(0, 0)');
  await expectNoFindings(page, 'the effect of changed test cases');
  await page.getByRole('checkbox', { name: 'Never lower a score' }).check();
  await expect(page.getByText('No scores change (1 submitted attempt).')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Never lower a score' }).uncheck();
  await page.getByLabel('Reason').fill('The sample was wrong.');
  await page.getByRole('button', { name: 'Apply the correction' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/performance/);
  await page.goto(`/admin/dashboard/quizview/${quiz.id}/${student.id}/programs`);
  await expect(page.getByText('1 of 2 test cases passed')).toBeVisible();
});
