import { expect, test } from '@playwright/test';
import { expectNoFindingsAnywhere } from '../../axe.ts';
import { beSignedIn, demoAdmin } from '../../people.ts';
import {
  createButton,
  markCorrect,
  openBuilder,
  writeQuestion,
} from '../../quizzes/quiz-builder-page.ts';

test('axe finds nothing in the builder with everything open', async ({ page }) => {
  await beSignedIn(page, demoAdmin);
  await openBuilder(page);
  await writeQuestion(page, 'What is $x^2$?\n\n```c\nint x;\n```', ['a', 'a', '`c`', 'd']);
  await markCorrect(page, 1);
  await page.getByRole('button', { name: 'From a template' }).click();
  await expectNoFindingsAnywhere(page, 'the template', { widths: [1440] });
  await page.getByRole('button', { name: 'AI questions' }).click();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(page.getByText(/Reply imported/)).toBeVisible();
  await createButton(page).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the builder');
  await page.getByRole('button', { name: 'Preview as a student' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the preview', { widths: [1440] });
});
