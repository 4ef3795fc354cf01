import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectNoFindings } from '../../e2e/axe.ts';
import { beSignedIn, demoAdmin } from '../../e2e/people.ts';
import { markCorrect, openBuilder, writeQuestion } from '../../e2e/quizzes/quiz-builder-page.ts';
import { sitQuiz } from '../../e2e/quizzes/quiz-sitting.ts';
import { openWorkspace } from '../../e2e/workspace/workspace-page.ts';

const PICTURES = join(import.meta.dirname, '../../test-results/firefox/pictures');
const PROGRAM =
  '#include <iostream>\nint main() {\n\tint n;\n\tstd::cin >> n;\n\tstd::cout << 2 * n;\n}\n';

/** Axe checks the page narrow and wide, light and dark, and a screenshot of each is kept for a person. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // Content that is partly scrolled out of view is not a finding.
      await page.evaluate('scrollTo(0, 0)');
      await expectNoFindings(page, `${name} at ${width} px, ${colorScheme}`);
      await page.screenshot({ path: join(PICTURES, `${name}-${width}-${colorScheme}.png`) });
    }
  }
}

test('the login looks as it should', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await look(page, 'login');
});

test('the Workspace looks as it should after Execute', async ({ page }) => {
  test.skip(process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');
  const workspace = await openWorkspace(page);
  await workspace.choose('C++');
  await workspace.write(PROGRAM);
  await workspace.input.fill('21');
  await workspace.execute();
  await expect(workspace.output).toHaveText('42');
  await look(page, 'workspace');
});

test('sitting a test looks as it should', async ({ page }) => {
  const { sitting } = await sitQuiz(page, {
    titles: { 1: 'What is $x^2$?\n\n```c\nint x = 3;\n```' },
  });
  await sitting.option(1, 2).check();
  await expect(sitting.saved).toHaveText(/^Saved/);
  await look(page, 'sitting');
});

test('the lists of tests and a result look as they should', async ({ page }) => {
  const { quiz, sitting } = await sitQuiz(page);
  await sitting.option(1, 2).check();
  await expect(sitting.saved).toHaveText(/^Saved/);
  await page.goto('/tests');
  await expect(page.getByRole('article').first()).toBeVisible();
  await look(page, 'tests');
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/quizview');
  await expect(page.getByText(quiz.topic)).toBeVisible();
  await look(page, 'quiz-list');
  await page.goto(`/admin/dashboard/quizview/${quiz.id}`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await look(page, 'results');
});

test('the builder of tests looks as it should', async ({ page }) => {
  await beSignedIn(page, demoAdmin);
  await openBuilder(page);
  await writeQuestion(page, 'What is $x^2$?\n\n```c\nint x;\n```', ['a', 'b', '`c`', 'd']);
  await markCorrect(page, 1);
  await look(page, 'builder');
});

test('the preview of a class list looks as it should', async ({ page }) => {
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/students');
  const lines = [
    'First Name,Last Name,Roll no,Course opted,Email ID,Mobile No,Mentor Name,Parent Mobile No,Year of Graduation',
    ...['1', '2', '3'].map(
      (roll) => `Nila,Sen,LOOK${roll},MCA,look${roll}@x.edu,9800000000,Dr. Sen,0980000000,2027`,
    ),
  ];
  const buffer = Buffer.from(lines.join('\n'));
  await page
    .getByLabel('Class list, a .csv file')
    .setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('table', { name: 'What the upload would do' })).toBeVisible();
  await look(page, 'class-list');
});
