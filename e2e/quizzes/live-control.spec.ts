import { expect, test } from '@playwright/test';
import { beSignedIn, demoAdmin } from '../people.ts';
import { sitQuiz } from './quiz-sitting.ts';

test('an admin follows a running test, gives time, announces, ends, reopens and reads the timeline', async ({
  page,
  browser,
}) => {
  const { quiz, student, sitting } = await sitQuiz(page);
  await using context = await browser.newContext();
  const control = await context.newPage();
  await beSignedIn(control, demoAdmin);
  await control.goto('/admin/dashboard/quizview');
  await control.getByRole('link', { name: `Live control of ${quiz.topic}` }).click();
  await expect(control.getByRole('heading', { level: 1 })).toHaveText(
    `Live control: ${quiz.topic}`,
  );
  await control.getByLabel('Search students').fill(student.id);
  const row = control.getByRole('row').filter({ hasText: student.id });
  await expect(row).toContainText('Working');
  const clock = control.getByRole('region', { name: 'Clock of the test' });
  await expect(clock).toContainText(/^Ends .*(h|min|days?) .*left/);
  const filter = control.getByRole('group', { name: 'Filter by state' });
  const submitted = filter.getByRole('button', { name: /^Submitted/ });
  await submitted.focus();
  await control.keyboard.press('Enter');
  await expect(submitted).toHaveAttribute('aria-pressed', 'true');
  await expect(row).toHaveCount(0);
  await expect(control).toHaveURL(/[?&]state=submitted/);
  await control.reload();
  await expect(submitted).toHaveAttribute('aria-pressed', 'true');
  await expect(row).toHaveCount(0);
  await filter.getByRole('button', { name: /^Working/ }).click();
  await expect(row).toHaveCount(1);
  await filter.getByRole('button', { name: /^All students/ }).click();
  await expect(submitted).toHaveAttribute('aria-pressed', 'false');
  await expect(control).not.toHaveURL(/state=/);

  await control.getByText('Progress by question').click();
  const questions = control.getByRole('list', { name: 'Questions' }).getByRole('listitem');
  const text = 'What is the answer to question';
  await expect(questions).toHaveText([1, 2, 3, 4].map((at) => `${at}. ${text} ${at}?0 of 1`));

  await sitting.option(1, 2).check();
  await page.keyboard.press('n');
  await page.keyboard.press('3');
  await expect(row.getByRole('cell').nth(3)).toHaveText('2 / 4');
  await expect(questions.filter({ hasText: '1 of 1' })).toHaveCount(2);
  await expect(questions.filter({ hasText: '0 of 1' })).toHaveCount(2);

  await control.getByRole('button', { name: `Extra time for ${student.name}` }).click();
  const extend = control.getByRole('dialog', { name: `Extra time for ${student.name}` });
  await extend.getByLabel('Extra minutes').fill('30');
  await extend.getByRole('button', { name: 'Give extra time' }).click();
  await expect(extend.getByText('Say why.').first()).toBeVisible();
  await extend.getByLabel('Reason').fill('Scribe');
  await extend.getByRole('button', { name: 'Give extra time' }).click();
  await expect(extend).toBeHidden();
  await expect(sitting.timer).toHaveText(/^Time Left: 1(49|50):\d\d$/);

  await control.getByRole('button', { name: 'Announce' }).click();
  const announce = control.getByRole('dialog', { name: 'Announce to the class' });
  await announce.getByLabel('Announcement').fill('Mind the units.');
  await announce.getByRole('button', { name: 'Announce' }).click();
  await expect(page.getByText('Mind the units.').first()).toBeVisible();

  await control.getByRole('button', { name: `End the attempt of ${student.name}` }).click();
  const end = control.getByRole('dialog');
  await end.getByLabel('Reason').fill('Left the room');
  await end.getByRole('button', { name: 'End attempt' }).click();
  await expect(row).toContainText('Submitted');
  await expect(page.getByRole('heading', { name: 'Quiz Submitted Successfully!' })).toBeVisible();

  await control.getByRole('button', { name: `Reopen the attempt of ${student.name}` }).click();
  const reopen = control.getByRole('dialog');
  await reopen.getByLabel('Reason').fill('Returned');
  await reopen.getByRole('button', { name: 'Reopen' }).click();
  await expect(row).toContainText('Working');

  await control.getByRole('link', { name: `Timeline of ${student.name}` }).click();
  const timeline = control.getByRole('table', { name: 'Timeline' });
  for (const word of ['Started', 'Saved', 'Extra time', 'Submitted', 'Reopened']) {
    await expect(timeline.getByRole('cell', { name: word, exact: true }).first()).toBeVisible();
  }
  const saving = control.waitForEvent('download');
  await control.getByRole('button', { name: /CSV/ }).click();
  expect((await saving).suggestedFilename()).toBe(`timeline-${student.id}.csv`);

  await control.goto('/admin/dashboard/quizview');
  await control.getByRole('link', { name: `Results of ${quiz.topic}` }).click();
  await expect(control.getByRole('heading', { level: 1 })).toHaveText('Performance');
  await expect(control.getByText(quiz.topic).first()).toBeVisible();
});
