import { expect, type Page, test } from '@playwright/test';
import { expectNoFindings } from '../axe.ts';
import { scriptsOf } from '../built-parts.ts';
import { beSignedIn, registerStudent } from '../people.ts';
import { makeProgramQuiz } from './program-question.ts';
import { sittingOf } from './quiz-sitting.ts';

const SUM = `#include <stdio.h>
int main(void) {
int a, b;
scanf("%d %d", &a, &b);
printf("%d\\n", a + b);
return 0;
}`;

const grammar = (name: string) =>
  scriptsOf(`../node_modules/@codemirror/lang-${name}/dist/index.js`)[0];

/** Replaces the program in the editor; `insertText` does not indent or close brackets. */
async function write(page: Page, language: string, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: `${language} program` });
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

test('a program is written in a test, checked on its samples, and there again after a reload', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const quiz = await makeProgramQuiz(page.request);
  await beSignedIn(page, await registerStudent(page.request));
  await page.goto('/tests');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: `Start ${quiz.topic}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click();
  const sitting = sittingOf(page);
  await expect(sitting.question(1)).toContainText('their sum');
  const editor = page.getByRole('textbox', { name: 'C program' });
  await expect(editor).toContainText('int main(void)');

  await test.step('all parts of the field were loaded before the start', async () => {
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Terminal' }).click();
    await expect(page.locator('.xterm')).toBeVisible();
    await editor.click();
    await page.keyboard.press('Control+f');
    await expect(page.getByRole('textbox', { name: 'Find' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Back to the output' }).click();
    await page.context().setOffline(false);
  });

  await test.step('only the grammars of the question’s languages were loaded', async () => {
    await expect.poll(() => asked).toContain(grammar('python'));
    expect(asked).toContain(grammar('cpp'));
    for (const name of ['java', 'javascript', 'rust', 'go'])
      expect(asked).not.toContain(grammar(name));
  });

  await test.step('the starter is no answer, and a program is', async () => {
    await expect(sitting.palette(1)).toHaveAccessibleName('Question 1, unanswered');
    await write(page, 'C', SUM);
    await expect(sitting.palette(1)).toHaveAccessibleName('Question 1, answered');
    await expect(sitting.saved).toHaveText(/^Saved/);
    await expect(page.getByText(/C, 7 lines, saved \d/)).toBeVisible();
  });

  await test.step('Ctrl+Enter checks the samples', async () => {
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('submissions'),
    );
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('2 of 2 passed')).toBeVisible();
    // The limits that the page names.
    const limits = { cpu_time_limit: 2, wall_time_limit: 6, memory_limit: 262_144 };
    expect((await sent).postDataJSON()).toMatchObject(limits);
    await expectNoFindings(page, 'a program that passed its samples');
  });

  await test.step('letters in the editor are no shortcuts', async () => {
    await editor.press('Control+End');
    await page.keyboard.type(' // nf2');
    await expect(editor).toContainText('// nf2');
    await expect(sitting.question(1)).toBeVisible();
  });

  await test.step('a wrong output is shown beside the expected one', async () => {
    await page.getByLabel('Language').selectOption('Python');
    await write(page, 'Python', 'print(3)');
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('1 of 2 passed')).toBeVisible();
    await expect(page.getByText('First difference: line 1, character 1.')).toBeVisible();
  });

  await test.step('each language has its own text, also after a reload', async () => {
    await expect(sitting.saved).toHaveText(/^Saved/);
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Python program' })).toContainText('print(3)');
    await page.getByLabel('Language').selectOption('C');
    await expect(editor).toContainText('printf("%d\\n", a + b);');
  });

  await test.step('another question and back keeps it', async () => {
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(sitting.question(2)).toBeVisible();
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(editor).toContainText('printf("%d\\n", a + b);');
  });

  await test.step('Reset brings the starter back and is no answer', async () => {
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
    await expect(editor).not.toContainText('scanf');
    await expect(editor).toContainText('int main(void)');
  });
});

test('a compiler error is marked, and the student runs a program on their own input', async ({
  page,
}) => {
  const quiz = await makeProgramQuiz(page.request);
  await beSignedIn(page, await registerStudent(page.request));
  await page.goto(quiz.path);
  await write(page, 'C', 'int main(void) { return x; }');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('region', { name: 'Problems found' })).toContainText('Line 1');
  await page.getByLabel('Language').selectOption('Python');
  await write(page, 'Python', 'print(input()[::-1])');
  await page.getByLabel('User Input').fill('abc');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Program output' })).toContainText('cba');
  await page.getByRole('button', { name: 'Terminal' }).click();
  await page.getByRole('button', { name: 'Run in terminal' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
});

test('a phone shows one part of a program at a time', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const quiz = await makeProgramQuiz(page.request);
  await beSignedIn(page, await registerStudent(page.request));
  await page.goto(quiz.path);
  const part = (name: string) =>
    page.getByRole('radiogroup', { name: 'Part of the question' }).getByText(name);
  const editor = page.getByRole('textbox', { name: 'C program' });
  await expect(sittingOf(page).question(1)).toContainText('their sum');
  await expect(editor).toBeHidden();
  await expectNoFindings(page, 'a program on a phone');
  await part('Code').click();
  await write(page, 'C', SUM);
  await part('Question').click();
  await expect(page.getByRole('region', { name: 'Sample 1' })).toBeVisible();
  await expect(editor).toBeHidden();
  await part('Code').click();
  await expect(editor).toContainText('scanf');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('2 of 2 passed')).toBeVisible();
  await expect(editor).toBeHidden();
  await expectNoFindings(page, 'the output of a program on a phone');
});
