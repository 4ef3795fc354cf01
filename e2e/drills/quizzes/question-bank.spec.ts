import { expect, test } from '@playwright/test';
import { expectNoFindings, expectNoFindingsAnywhere } from '../../axe.ts';
import { beSignedIn, demoAdmin } from '../../people.ts';
import { giftFile, openBuilder } from '../../quizzes/quiz-builder-page.ts';
import { makeQuiz } from '../../quizzes/quiz-sitting.ts';

test('axe finds nothing in an import, in the question bank and in an export', async ({
  page,
  request,
}) => {
  const { topic } = await makeQuiz(request);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await beSignedIn(page, demoAdmin);
  await openBuilder(page);
  await page.getByRole('button', { name: 'Import or bank' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add questions' });
  await dialog.locator('input[type="file"]').setInputFiles(giftFile);
  await expect(dialog.getByRole('region', { name: 'Not imported' })).toContainText(
    'Write about trees',
  );
  await expectNoFindingsAnywhere(page, 'the import', { within: '[role="dialog"]' });

  await dialog.getByRole('tab', { name: 'Question bank' }).click();
  // Of this test alone: axe takes labels that are scrolled out of sight for none.
  await dialog.getByLabel('Search the bank').fill(topic);
  await expect(dialog.getByRole('list', { name: 'Questions of the bank' })).toContainText(topic);
  await expectNoFindingsAnywhere(page, 'the bank', { within: '[role="dialog"]' });

  await page.goto('/admin/dashboard/quizview');
  await page.getByRole('button', { name: `Export ${topic}` }).click();
  await expectNoFindings(page, 'the export', '[role="dialog"]');
});
