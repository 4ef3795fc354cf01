import { expect, test } from '@playwright/test';
import { asAdmin, sitQuiz, sittingOf } from '../../quizzes/quiz-sitting.ts';

const SAVED = /^Saved \d{1,2}:\d\d:\d\d\s[AP]M$/;

test('a second tab takes over, the older one says so, and can take over again', async ({
  page,
  context,
}) => {
  const { quiz, student, sitting } = await sitQuiz(page);
  await sitting.option(1, 2).check();
  await expect(sitting.saved).toHaveText(SAVED);
  const second = sittingOf(await context.newPage());
  await second.page.goto(quiz.path);
  await expect(second.option(1, 2)).toBeChecked();
  await expect(page.getByRole('heading', { name: /open on another page/ })).toBeVisible();
  await second.option(1, 4).check();
  await expect(second.saved).toHaveText(SAVED);

  await page.getByRole('button', { name: 'Continue here' }).click();
  await expect(sitting.option(1, 4)).toBeChecked();
  await expect(second.page.getByRole('heading', { name: /open on another page/ })).toBeVisible();
  const { timeline } = await asAdmin(page.request, quiz);
  expect((await timeline(student)).filter((step) => step === 'second-device')).toHaveLength(2);
});
