import { expect, test } from '@playwright/test';
import { scriptsOf } from '../../built-parts.ts';
import { sitQuiz } from '../../quizzes/quiz-sitting.ts';

const SAVED = /^Saved \d{1,2}:\d\d:\d\d\s[AP]M$/;
const PROGRAM = 'What does it print?\n\n```c\nint a = 1;\n```';

test('questions that were not opened before the network failed are rendered correctly', async ({
  page,
  context,
}) => {
  const { sitting } = await sitQuiz(page, { titles: { 2: 'Is $x^2$ right?', 3: PROGRAM } });
  // Their content is loaded, though neither was shown.
  const needed = JSON.stringify(
    ['ui/text/MathText.tsx', 'ui/text/ColoredCode.tsx'].flatMap(scriptsOf),
  );
  const haveCome = `${needed}.every((address) =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith(address)))`;
  await expect.poll(() => page.evaluate(haveCome)).toBe(true);
  await context.setOffline(true);
  await page.keyboard.press('n');
  await expect(sitting.question(2).locator('.katex').first()).toBeVisible();
  await page.keyboard.press('n');
  await expect(sitting.question(3).getByText('int a = 1;')).toBeVisible();
  await sitting.option(3, 3).check();
  await expect(sitting.saved).toHaveText('Not saved – retrying');
  await context.setOffline(false);
  await expect(sitting.saved).toHaveText(SAVED);
});

test('if a part of a question cannot be loaded, its text is shown and the test continues', async ({
  page,
}) => {
  const [coloring = ''] = scriptsOf('ui/text/ColoredCode.tsx');
  let wasAskedFor = false;
  await page.route(`**${coloring}`, async (route) => {
    wasAskedFor = true;
    await route.abort('internetdisconnected');
  });
  const { sitting } = await sitQuiz(page, { titles: { 2: PROGRAM } });
  await page.keyboard.press('n');
  await expect(sitting.question(2).getByText('int a = 1;')).toBeVisible();
  await sitting.option(2, 2).check();
  await expect(sitting.saved).toHaveText(SAVED);
  expect(wasAskedFor).toBe(true);
});
