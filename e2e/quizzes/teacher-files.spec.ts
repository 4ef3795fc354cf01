import { expect, type Page, test } from '@playwright/test';
import { expectNoFindings } from '../axe.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../people.ts';
import { writeCode } from '../write-code.ts';
import { makeProgramQuiz, programQuestion } from './program-question.ts';
import { createButton, openBuilder } from './quiz-builder-page.ts';
import { sittingOf } from './quiz-sitting.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

const HEADER = 'int sum(int a, int b);\n';
const IMPLEMENTATION =
  '#include "sum.h"\n// Judges every program, whatever else it has.\nint sum(int a, int b) { return a + b; }\n';
const MAIN = `#include <stdio.h>
#include "lib/sum.h"
int main(void) {
int a, b;
scanf("%d %d", &a, &b);
printf("%d\\n", sum(a, b));
return 0;
}`;
const OWN_SUM = 'int sum(int a, int b) { return b + a; }\n';

async function addFile(page: Page, role: 'read-only' | 'hidden', path: string, text: string) {
  await page.getByRole('button', { name: `Add ${role} file` }).click();
  await page.getByLabel(`Name of ${role} file 1`).fill(path);
  await writeCode(page, `Text of ${role} file 1`, text);
}

test('a question with a read-only header and a hidden C file is written and checked', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await beSignedIn(page, demoAdmin);
  await openBuilder(page, { 'Total Questions': '1', Topic: `Files ${Date.now()}` });
  await page.getByLabel('Kind of question').selectOption('Program');
  await page.getByLabel('Question Title').fill('Add two numbers with `sum`.');
  await page.getByLabel('Sample input 1').fill('1 2');
  await writeCode(page, 'Solution in C', MAIN);
  await page.getByLabel('Input of test case 1').fill('20 3');
  await addFile(page, 'read-only', 'main.c', HEADER);
  await addFile(page, 'hidden', 'lib/sum.c', IMPLEMENTATION);
  await createButton(page).click();
  await expect(page.getByText('There is a file or folder named main.c already.')).toBeVisible();
  await page.getByLabel('Name of read-only file 1').fill('lib/sum.h');
  await page.getByRole('button', { name: 'Fill in the expected outputs' }).click();
  await expect(page.getByLabel('Expected output of test case 1')).toHaveValue('23\n');
  await expect(page.getByLabel('Sample output 1')).toHaveValue('3\n');
  await expectNoFindings(page, 'the builder with files');
  const check = page.getByRole('region', { name: 'Check of the program' });
  await check.getByRole('button', { name: 'Check the program' }).click();
  await expect(check.getByText('The solution passes the test case')).toBeVisible();
  await page.getByRole('button', { name: 'Remove hidden file 1' }).click();
  await expect(page.getByRole('button', { name: 'Add hidden file' })).toBeEnabled();
  await expect(page.getByLabel('Name of hidden file 1')).toBeHidden();
  await createButton(page).click();
  await expect(page.getByText('The solution does not compile. Correct it.').first()).toBeVisible();
  await addFile(page, 'hidden', 'lib/sum.c', IMPLEMENTATION);
  await createButton(page).click();
  await expect(page).toHaveURL(/\/admin\/create-quiz\/?$/);
});

test('a student sees the read-only file, runs with it, and is judged with the hidden one', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const question = {
    ...programQuestion,
    Body: {
      ...programQuestion.Body,
      languages: ['c'],
      files: [{ path: 'lib/sum.h', text: HEADER }],
    },
    Key: {
      ...programQuestion.Key,
      files: [{ path: 'lib/sum.c', text: IMPLEMENTATION }],
      solution: { language: 'c', text: MAIN },
    },
  };
  const quiz = await makeProgramQuiz(page.request, {}, { question });
  await beSignedIn(page, await registerStudent(page.request));
  await page.goto(quiz.path);
  const tabs = page.getByRole('list', { name: 'Files of the program' });
  const editor = page.getByRole('textbox', { name: 'C program' });

  await test.step('the file has a tab, and cannot be changed, renamed or deleted', async () => {
    await expect(editor).toContainText('int main(void)');
    await expect(tabs.getByRole('button')).toHaveText(['main.c', 'lib/sum.h']);
    await tabs.getByRole('button', { name: 'lib/sum.h, read only' }).click();
    const given = page.getByRole('textbox', { name: 'lib/sum.h, read only' });
    await expect(given).toContainText('int sum(int a, int b);');
    await given.focus();
    await page.keyboard.type('changed');
    await expect(given).not.toContainText('changed');
    await expect(page.getByRole('button', { name: 'Rename lib/sum.h' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Delete lib/sum.h' })).toBeHidden();
    await expectNoFindings(page, 'a read-only file in a test');
    await page.getByRole('button', { name: 'Add a file' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('lib/sum.h');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('named lib/sum.h already.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a check has the header, and what is hidden is missing', async () => {
    await tabs.getByRole('button', { name: 'main.c' }).click();
    await expect(editor).toContainText('int main(void)');
    await writeCode(page, 'C program', MAIN);
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('submissions'),
    );
    await page.getByRole('button', { name: 'Check' }).click();
    const { source_code: source } = (await sent).postDataJSON();
    expect(Buffer.from(source, 'base64').toString()).toContain('===== lib/sum.h =====');
    await expect(page.getByText(/undefined reference to .sum/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Add a file' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('own.c');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await writeCode(page, 'own.c', OWN_SUM);
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('2 of 2 passed')).toBeVisible();
    await page.getByRole('button', { name: 'Delete own.c' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(tabs.getByRole('button')).toHaveText(['main.c', 'lib/sum.h']);
  });

  await test.step('the submitted program is judged with both files', async () => {
    await sittingOf(page).submit.click();
    await page.getByRole('button', { name: 'Submit now' }).click();
    await expect(page.getByText('10 / 15')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('lib/sum.c')).toBeHidden();
  });

  await test.step('the teacher sees both files beside the answer', async () => {
    await beSignedIn(page, demoAdmin);
    await page.goto(`/admin/dashboard/quizview/${quiz.id}`);
    await page.getByRole('link', { name: /^Answers of/ }).click();
    await expect(page.getByText('lib/sum.h, read only, 1 line')).toBeVisible();
    await expect(page.getByRole('figure', { name: 'lib/sum.c' })).toContainText('return a + b;');
    await page.setViewportSize({ width: 360, height: 800 });
    await expectNoFindings(page, 'the answers of a student with files');
  });
});
