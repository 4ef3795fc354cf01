import { expect, test } from '@playwright/test';
import { expectNoFindings } from '../axe.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../people.ts';
import { makeProgramQuiz } from './program-question.ts';
import { sittingOf } from './quiz-sitting.ts';

const WRONG_FOR_NEGATIVE = 'print(sum(map(abs, map(int, input().split()))))';

test('a submitted program is judged, and its teacher sees the test cases', async ({ page }) => {
  const quiz = await makeProgramQuiz(page.request);
  const student = await registerStudent(page.request);
  await beSignedIn(page, student);
  await page.goto(quiz.path);

  await test.step('the student submits, and sees the score once it is judged', async () => {
    await page.getByLabel('Language').selectOption('Python');
    await page.getByRole('textbox', { name: 'Python program' }).click();
    await page.keyboard.insertText(WRONG_FOR_NEGATIVE);
    await sittingOf(page).submit.click();
    await page.getByRole('button', { name: 'Submit now' }).click();
    await expect(page.getByText('Program 1, Python')).toBeVisible();
    await expect(page.getByText('10 / 15')).toBeVisible({ timeout: 60_000 });
  });

  await test.step('live control says how many attempts are judged', async () => {
    await beSignedIn(page, demoAdmin);
    await page.goto(`/admin/dashboard/quizview/${quiz.id}`);
    const judging = page.getByRole('region', { name: 'Judging' });
    await expect(judging).toContainText('All submitted programs are judged.');
  });

  await test.step('the answers of a student show the program and its tests', async () => {
    await page.getByRole('link', { name: /^Answers of/ }).click();
    await expect(page.getByText('The student’s program: Python')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Tests of the program' })).toBeVisible();
    await expectNoFindings(page, 'the answers of a student');
    await page.getByRole('link', { name: 'All attempts of this test' }).click();
  });

  await test.step('the programs of an attempt show each test case', async () => {
    await page.getByRole('link', { name: /^Programs of/ }).click();
    await page.getByRole('link', { name: 'Timeline of this attempt' }).click();
    await page.getByRole('link', { name: 'Programs' }).click();
    await expect(page.getByText('2 of 2 test cases passed')).toBeVisible();
    await page.getByText('Hidden test case 2: Large').click();
    await expect(page.getByText('1000000000 1')).toBeVisible();
    await expectNoFindings(page, 'the programs of an attempt');
    await page.getByRole('button', { name: 'How it was typed' }).click();
    await expect(page.getByText('1 of 1,')).toBeVisible();
  });

  await test.step('points by hand count instead', async () => {
    await page.getByRole('button', { name: 'Give points by hand' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Points of 10').fill('7.5');
    await dialog.getByLabel('Reason').fill('It ignores negative numbers.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('7.5 of 10 points by hand')).toBeVisible();
  });
});
