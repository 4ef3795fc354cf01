import { expect, type Locator, type Page, test } from '@playwright/test';
import { NO_AXE_WITH_DIALOGS, expectNoFindingsAnywhere } from '../../axe.ts';
import { beSignedIn, demoAdmin } from '../../people.ts';
import { sitQuiz, sittingOf } from '../../quizzes/quiz-sitting.ts';

/** Opens a dialog with its button, checks it, and closes it with Escape. */
async function lookAtDialog(page: Page, button: Locator, where: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await button.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFindingsAnywhere(page, where);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

test(`axe finds nothing while a student sits and submits a test`, async ({
  page,
  context,
  browserName,
}) => {
  test.skip(browserName === 'firefox', NO_AXE_WITH_DIALOGS);
  const { quiz, sitting } = await sitQuiz(page);
  await sitting.option(1, 2).check();
  await page.getByRole('button', { name: 'Flag question 1' }).click();
  await expect(sitting.saved).toHaveText(/^Saved/);
  await expectNoFindingsAnywhere(page, 'one question');
  await page.getByText('All on one page').click();
  await expect(sitting.question(4)).toBeVisible();
  await expectNoFindingsAnywhere(page, 'all questions');

  const other = sittingOf(await context.newPage());
  await other.page.goto(quiz.path);
  await expect(other.option(1, 2)).toBeChecked();
  await expect(page.getByRole('heading', { name: /open on another page/ })).toBeVisible();
  await expectNoFindingsAnywhere(page, 'a page that was taken over');
  await other.page.close();
  await page.getByRole('button', { name: 'Continue here' }).click();
  await expect(sitting.option(1, 2)).toBeChecked();

  await sitting.submit.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the question before the submission');
  await page.getByRole('button', { name: 'Submit now' }).click();
  await expect(page.getByRole('heading', { name: 'Quiz Submitted Successfully!' })).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the submitted page');
  await page.goto(`/tests?search=${quiz.topic}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the list of tests');
});

test(`axe finds nothing while an admin follows and controls a test`, async ({
  page,
  browserName,
}) => {
  test.skip(browserName === 'firefox', NO_AXE_WITH_DIALOGS);
  const { quiz, student, sitting } = await sitQuiz(page);
  await sitting.option(1, 2).check();
  await expect(sitting.saved).toHaveText(/^Saved/);

  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/quizview/${quiz.id}?q=${student.id}`);
  const row = page.getByRole('row').filter({ hasText: student.id });
  await expect(row).toContainText('Working');
  await expectNoFindingsAnywhere(page, 'live control');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const { name } = student;
  await lookAtDialog(page, button('Give extra time'), 'extra time for a group');
  await lookAtDialog(page, button(`Extra time for ${name}`), 'extra time for one');
  await lookAtDialog(page, button('Announce'), 'an announcement');
  await lookAtDialog(page, button(`End the attempt of ${name}`), 'the end of an attempt');
  await page.setViewportSize({ width: 1440, height: 900 });
  await button(`End the attempt of ${name}`).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Left the room');
  await dialog.getByRole('button', { name: 'End attempt' }).click();
  await expect(row).toContainText('Submitted');
  await lookAtDialog(page, button(`Reopen the attempt of ${name}`), 'a reopening');
  await page.goto(`/admin/dashboard/quizview/${quiz.id}/${student.id}`);
  await expect(page.getByRole('table', { name: 'Timeline' })).toBeVisible();
  await expectNoFindingsAnywhere(page, 'a timeline');
});
