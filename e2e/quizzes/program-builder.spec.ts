import { expect, type Page, test } from '@playwright/test';
import { expectNoFindingsAnywhere } from '../axe.ts';
import { beSignedIn, demoAdmin } from '../people.ts';
import { writeCode } from '../write-code.ts';
import { createButton, openBuilder, questionList } from './quiz-builder-page.ts';

const PROGRAM = 'a, b = map(int, input().split())\nprint(a + b)';

/** The builder with one question that is a program. */
async function openProgram(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await beSignedIn(page, demoAdmin);
  await openBuilder(page, { 'Total Questions': '1', Topic: `Programs ${Date.now()}` });
  await page.getByLabel('Kind of question').selectOption('Program');
  await page.getByLabel('Question Title').fill('Add two numbers.');
}

async function writeProgram(page: Page): Promise<void> {
  await page.getByLabel('Sample input 1').fill('1 2');
  await page.getByLabel('Language of the solution').selectOption('Python');
  await writeCode(page, 'Solution in Python', PROGRAM);
  await page.getByLabel('Input of test case 1').fill('20 3');
  await page.getByRole('button', { name: 'Add test case' }).click();
  await page.getByLabel('Input of test case 2').fill('-1 1');
  await page.getByLabel('Points of test case 2').fill('2.5');
}

test('a program is written, its outputs are filled in, and the test is created', async ({
  page,
}) => {
  await openProgram(page);
  await createButton(page).click();
  await expect(page.getByText('Write a solution.')).toBeVisible();
  await writeProgram(page);
  await page.getByRole('button', { name: 'Fill in the expected outputs' }).click();
  await expect(page.getByText('Filled in 3 outputs.')).toBeVisible();
  await expect(page.getByLabel('Sample output 1')).toHaveValue('3\n');
  await expect(page.getByLabel('Expected output of test case 1')).toHaveValue('23\n');
  await expect(page.getByLabel('Expected output of test case 2')).toHaveValue('0\n');
  await expect(page.getByText('2 test cases, 3.5 points.')).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the builder with a program');
  await expect(questionList(page).getByText('complete', { exact: true })).toHaveCount(1);
  await createButton(page).click();
  await expect(page).toHaveURL(/\/admin\/create-quiz\/?$/);
});

test('a program is checked, and a test whose solution fails is not published', async ({ page }) => {
  await openProgram(page);
  await writeProgram(page);
  const check = page.getByRole('region', { name: 'Check of the program' });
  const button = check.getByRole('button', { name: 'Check the program' });
  await expect(button).toBeDisabled();
  await page.getByLabel('Sample output 1').fill('3');
  await page.getByLabel('Expected output of test case 1').fill('24');
  await page.getByLabel('Expected output of test case 2').fill('0');
  const problem =
    'The solution fails test case 1: it printed 23 instead of 24. Correct the expected output or the solution.';
  await createButton(page).click();
  await expect(page.getByText(`Question 1: ${problem}`).first()).toBeVisible();
  await expect(page.getByLabel('Expected output of test case 1')).toBeFocused();
  await expect(page.getByLabel('Expected output of test case 1')).toHaveAccessibleDescription(
    problem,
  );
  await button.click();
  await expect(check.getByText(problem)).toBeVisible();
  await page.getByLabel('Expected output of test case 1').fill('23');
  await expect(check.getByText('The question was changed after this check.')).toBeVisible();
  await button.click();
  await expect(check.getByText('The solution passes all 2 test cases')).toBeVisible();
  await expect(check.getByText('None of them gets full marks.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove test case 1' }).click();
  await page.getByLabel('Input of test case 1').fill('5 0');
  await page.getByLabel('Expected output of test case 1').fill('5');
  await button.click();
  const survivors = check.getByRole('list', { name: 'Wrong programs that would get full marks' });
  await expect(survivors.getByText('print(a - b)')).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the builder with a checked program');
});

test('fifty test cases are added, opened and removed with the keyboard', async ({ page }) => {
  await openProgram(page);
  const toggle = (at: number) =>
    page.getByRole('button', { name: new RegExp(`^Test case ${at} `) });
  await toggle(1).press('Enter');
  await expect(page.getByLabel('Input of test case 1')).toBeHidden();
  await toggle(1).press('Enter');
  await page.getByLabel('Input of test case 1').fill('1 1');
  await page.getByLabel('Name of test case 1').fill('small');
  for (let at = 1; at < 50; at += 1) {
    await page.getByRole('button', { name: 'Duplicate test case 1', exact: true }).press('Enter');
    await toggle(2).press('Enter');
  }
  await expect(page.getByRole('button', { name: 'Add test case' })).toBeDisabled();
  await expect(page.getByText('50 test cases, 50 points.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove test case 50' }).press('Enter');
  await expect(page.getByText('49 test cases, 49 points.')).toBeVisible();
  await page.getByLabel('Time limit in seconds').fill('99');
  await page.getByLabel('Points of test case 1').fill('many');
  await createButton(page).click();
  await expect(page.getByText('The time limit is a number of seconds')).toBeVisible();
  await expect(page.getByText('Points are a number from 0 to 1000')).toBeVisible();
});

test('a question whose kind is changed and changed back has everything that was typed', async ({
  page,
}) => {
  await openProgram(page);
  await writeProgram(page);
  const kind = page.getByLabel('Kind of question');
  await kind.selectOption('Four options');
  await page.getByLabel('Option 2', { exact: true }).fill('FIFO');
  await page.getByRole('radio', { name: 'Correct 2', exact: true }).check();
  await kind.selectOption('Program');
  await expect(page.getByLabel('Sample input 1')).toHaveValue('1 2');
  const second = page.getByRole('button', { name: /^Test case 2/ });
  await expect(second).toHaveText(/-1 1 · 2\.5 points/);
  const solution = page.getByRole('textbox', { name: 'Solution in Python', exact: true });
  await expect(solution).toContainText('print(a + b)');
  await kind.selectOption('Four options');
  await expect(page.getByLabel('Option 2', { exact: true })).toHaveValue('FIFO');
  await expect(page.getByRole('radio', { name: 'Correct 2', exact: true })).toBeChecked();
});
