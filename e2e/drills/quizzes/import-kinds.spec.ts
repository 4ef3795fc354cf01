import { expect, test } from '@playwright/test';
import { findings } from '../../axe.ts';
import { beSignedIn, demoAdmin } from '../../people.ts';
import { createButton, openBuilder, questionList } from '../../quizzes/quiz-builder-page.ts';

const FILE = `::a::Which one? {=one ~two ~three}

::b::Which of them? {~%50%one ~%50%two ~%-100%three}

::c::A stack is last in, first out. {T}

::d::What is pi? {#3.14:0.01}

::e::Who made C? {=Ritchie =%50%Dennis}

::f::Match them. {=a -> b =c -> d}
`;

test('questions of every kind are imported, shown with what is right, and complete', async ({
  page,
}) => {
  // Axe takes a label that is scrolled out of sight for none.
  await page.setViewportSize({ width: 1280, height: 2400 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await beSignedIn(page, demoAdmin);
  await openBuilder(page, { 'Total Questions': '1', Topic: `Kinds ${Date.now()}` });
  await page.getByRole('button', { name: 'Import or bank' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add questions' });
  await dialog.getByLabel('Or paste questions').fill(FILE);
  await dialog.getByRole('button', { name: 'Read the text' }).click();
  await expect(dialog.getByRole('heading', { name: 'GIFT: 5 questions read' })).toBeVisible();
  const read = dialog.getByRole('list', { name: 'Imported questions' });
  for (const right of ['one', 'one, two', 'True', '3.14 ± 0.01', 'Ritchie']) {
    await expect(read.getByText(`Right: ${right}`, { exact: true })).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Keep in the bank' }).click();
  await expect(page.getByText(/^5 added to the bank/)).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Not imported' })).toContainText(
    'Question 6: Match them. — It is a matching question, which isn’t supported.',
  );
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add 5 questions' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(questionList(page).getByRole('listitem')).toHaveCount(5);
  await expect(page.getByText('All 5 questions are complete')).toBeVisible();
  await createButton(page).click();
  await expect(page).toHaveURL(/\/admin\/create-quiz\/?$/);
});
