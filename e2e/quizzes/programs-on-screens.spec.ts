import { expect, type Page, test } from '@playwright/test';
import { expectNoFindings } from '../axe.ts';
import { beSignedIn, registerStudent } from '../people.ts';
import { makeProgramQuiz } from './program-question.ts';
import { sittingOf, sitQuiz } from './quiz-sitting.ts';

const PHONE = { width: 360, height: 740 };
const LAPTOP = { width: 1440, height: 900 };
/** In pixels. */
const SMALL_TEXT = 12;
const TABLET = { width: 1024, height: 768 };
const PROGRAM = 'print("printed")';
const KEYS = [
  'Opening brace',
  'Closing brace',
  'Opening parenthesis',
  'Closing parenthesis',
  'Opening bracket',
  'Closing bracket',
  'Semicolon',
  'Less than',
  'Greater than',
  'Quotation mark',
];

const symbolsOf = (page: Page) => page.getByRole('toolbar', { name: 'Symbols' });

async function openProgram(page: Page): Promise<void> {
  const quiz = await makeProgramQuiz(page.request);
  await beSignedIn(page, await registerStudent(page.request));
  await page.goto(quiz.path);
  await expect(sittingOf(page).question(1)).toContainText('their sum');
}

/** In pixels of the window. */
const edgesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((found) =>
    found.map((element) => {
      const { left, right, top, height } = element.getBoundingClientRect();
      return { left, right, top, height };
    }),
  );

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('code in a test has the width of the screen, and keys for the symbols of programs', async ({
    page,
  }) => {
    await openProgram(page);
    await page.getByRole('radiogroup', { name: 'Part of the question' }).getByText('Code').click();
    const editor = page.getByRole('textbox', { name: 'C program' });
    await expect(editor).toBeVisible();
    expect(await edgesOf(page, '.cm-editor')).toMatchObject([{ left: 0, right: PHONE.width }]);

    const symbols = symbolsOf(page);
    await expect(symbols.getByRole('button')).toHaveText('{}()[];<>"'.split(''));
    await test.step('a tap inserts at the cursor, and the editor keeps the focus', async () => {
      await editor.tap();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      for (const name of KEYS) {
        await symbols.getByRole('button', { name }).tap();
        await expect(editor).toBeFocused();
      }
      // A quote is closed as if it was typed, and the cursor is inside of the pair.
      await page.keyboard.type('x');
      await expect(editor).toHaveText('{}()[];<>"x"');
      await expect(sittingOf(page).palette(1)).toHaveAccessibleName('Question 1, answered');
    });

    await test.step('the row is reached and used by keyboard', async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      await expect(symbols.getByRole('button', { name: 'Opening brace' })).toBeFocused();
      await page.keyboard.press('ArrowLeft');
      await expect(symbols.getByRole('button', { name: 'Quotation mark' })).toBeFocused();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await expect(symbols.getByRole('button', { name: 'Greater than' })).toBeFocused();
      await expect(editor).toHaveText('{}()[];<>"x>"');
    });
    await expectNoFindings(page, 'the symbols of a program on a phone');
  });

  test('the Workspace has the keys for symbols, too', async ({ page }) => {
    await beSignedIn(page, await registerStudent(page.request));
    await page.goto('/Workspace');
    const editor = page.getByRole('textbox', { name: / program$/ });
    await editor.tap();
    await page.keyboard.press('Control+a');
    await symbolsOf(page).getByRole('button', { name: 'Semicolon' }).tap();
    await expect(editor).toHaveText(';');
    await expect(editor).toBeFocused();
  });

  test('the counters of a test stand in one line', async ({ page }) => {
    await sitQuiz(page, { questions: 100 });
    const labels = await edgesOf(page, 'dl dt');
    expect(labels).toHaveLength(3);
    expect(new Set(labels.map(({ top }) => top)).size).toBe(1);
    for (const { height, right } of labels) {
      expect(height).toBeLessThan(2 * SMALL_TEXT);
      expect(right).toBeLessThanOrEqual(PHONE.width);
    }
  });
});

for (const [name, viewport] of [
  ['laptop', LAPTOP],
  ['tablet', TABLET],
] as const) {
  test(`the output of a run in a test is in view on a ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await openProgram(page);
    await page.getByLabel('Language').selectOption('Python');
    await page.getByRole('textbox', { name: 'Python program' }).click();
    await page.keyboard.insertText(PROGRAM);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const output = page.getByRole('region', { name: 'Program output' });
    await expect(output).toContainText('printed');
    await expect(output).toBeInViewport({ ratio: 1 });
    if (viewport !== LAPTOP) return;
    // Nothing had to be scrolled, and a mouse is no reason for keys on the screen.
    expect(await page.evaluate('scrollY')).toBe(0);
    await expect(symbolsOf(page)).toBeHidden();
  });
}
