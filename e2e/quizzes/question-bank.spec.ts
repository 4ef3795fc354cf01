import { expect, test } from '@playwright/test';
import { saveBy } from '../downloads.ts';
import { beSignedIn, demoAdmin } from '../people.ts';
import { createButton, giftFile, openBuilder, questionList } from './quiz-builder-page.ts';

test('a teacher imports a file with one bad item, draws two questions from the bank, and exports the quiz', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await beSignedIn(page, demoAdmin);
  const topic = `Import ${Date.now()}`;
  await openBuilder(page, { 'Total Questions': '3', Topic: topic });
  await page.getByRole('button', { name: 'Import or bank' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add questions' });
  await dialog.locator('input[type="file"]').setInputFiles(giftFile);
  await expect(dialog.getByRole('heading', { name: 'GIFT: 1 question read' })).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Not imported' })).toContainText(
    'Question 2: Write about trees. — It is an essay question, which isn’t supported.',
  );
  await dialog.getByRole('button', { name: 'Add 1 question' }).click();
  // Pressed again, it would add the same question.
  await expect(dialog.getByRole('button', { name: 'Added' })).toBeDisabled();

  await dialog.getByRole('tab', { name: 'Question bank' }).click();
  await expect(dialog.getByRole('list', { name: 'Questions of the bank' })).toContainText(
    'in 1 test',
  );
  await dialog.getByLabel('Draw at random').fill('2');
  await dialog.getByRole('button', { name: 'Draw', exact: true }).click();
  await expect(page.getByText('Added 2 questions.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await expect(questionList(page).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByText('All 3 questions are complete')).toBeVisible();
  await expect(page.getByText(/^Create shows this test to \d+ students at once\.$/)).toBeVisible();
  await createButton(page).click();
  await expect(page).toHaveURL(/\/admin\/create-quiz\/?$/);

  await page.goto('/admin/dashboard/quizview');
  await page.getByRole('button', { name: `Export ${topic}` }).click();
  const saved = await saveBy(page.getByRole('button', { name: 'Moodle XML' }));
  expect(saved.name).toMatch(/^data-structures-import-\d+\.xml$/);
  const xml = saved.bytes.toString();
  expect(xml).toContain('Which structure is first in, first out?');
  expect(xml.match(/<question type="multichoice">/g)).toHaveLength(3);
});
