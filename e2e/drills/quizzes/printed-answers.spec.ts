import { expect, type Page, test } from '@playwright/test';
import { beSignedIn, demoAdmin, registerStudent } from '../../people.ts';
import { makeProgramQuiz } from '../../quizzes/program-question.ts';
import { sittingOf } from '../../quizzes/quiz-sitting.ts';

/** Between the margins of an A4 page. */
const PAPER = { width: 718, height: 1047 };
const LONG_LINE = `# ${'a long line '.repeat(20)}`;

/** Boxes of the page whose content is larger than they are, so that paper shows only a part of it. */
const listCut = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main *')]
    .filter((box) => {
      const { overflowX, overflowY } = getComputedStyle(box);
      return (
        (overflowX !== 'visible' && box.scrollWidth > box.clientWidth + 1) ||
        (overflowY !== 'visible' && box.scrollHeight > box.clientHeight + 1)
      );
    })
    .map(({ tagName, className }) => tagName + ' ' + className)`);

test('printed answers keep each question together, and show whole programs', async ({ page }) => {
  const quiz = await makeProgramQuiz(page.request);
  const student = await registerStudent(page.request);
  await beSignedIn(page, student);
  await page.goto(quiz.path);

  await test.step('each box of the samples has a name', async () => {
    for (const [name, text] of [
      ['Sample 1: input', '1 2'],
      ['Sample 1: expected output', '3'],
      ['Sample 2: input', '-5 5'],
      ['Sample 2: expected output', '0'],
    ] as const) {
      const figure = page.getByRole('figure', { name, exact: true });
      await expect(figure.locator('pre')).toHaveText(text);
    }
  });

  await page.getByLabel('Language').selectOption('Python');
  await page.getByRole('textbox', { name: 'Python program' }).click();
  await page.keyboard.insertText(`${LONG_LINE}\nprint(sum(map(int, input().split())))\n`);
  await sittingOf(page).submit.click();
  await page.getByRole('button', { name: 'Submit now' }).click();
  await expect(page.getByText('Program 1, Python')).toBeVisible();

  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/quizview/${quiz.id}/${student.id}/answers`);
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: 'print' });
  const questions = page
    .getByRole('region', { name: 'Questions and answers' })
    .getByRole('article');
  await expect(questions).toHaveCount(2);
  await expect(questions.first()).toContainText(LONG_LINE.trim());
  for (const question of await questions.all()) {
    await expect(question).toHaveCSS('break-inside', 'avoid');
  }
  expect(await listCut(page)).toEqual([]);
});
