import { expect, test } from '@playwright/test';
import { expectNoFindingsAnywhere } from '../../axe.ts';
import { beSignedIn, registerStudent } from '../../people.ts';
import { makeMixedQuiz } from '../../quizzes/mixed-quiz.ts';

test('while a test closes other work, its pages say so, and the dashboard leads back to the test', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { topic, path } = await makeMixedQuiz(request, { closesWork: true });
  const student = await registerStudent(request);
  await beSignedIn(page, student);
  await page.goto(path);
  await expect(page.getByRole('group', { name: /^Question 1 / })).toBeVisible();
  const reason = `You are taking the test “${topic}”. Assignments and earlier programs open again when you have submitted it.`;

  await page.goto('/assignments');
  await expect(page.getByText(reason)).toBeVisible();
  await page.goto('/Workspace');
  await expect(page.getByText('Your earlier programs are closed.')).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the Workspace during a test that closes it');
  await page.goto('/dashboard/user');
  await expect(page.getByText(reason)).toBeVisible();
  const running = page.getByRole('listitem').filter({ hasText: topic });
  await expect(running.getByText('Resume')).toBeVisible();
  await page.goto(path);
  await page.getByRole('button', { name: 'Submit Quiz' }).click();
  await page.getByRole('button', { name: 'Submit now' }).click();
  await expect(page.getByRole('heading', { name: 'Quiz Submitted Successfully!' })).toBeVisible();
  await page.goto('/assignments');
  await expect(page.getByText('Total Assigned')).toBeVisible();
  await expect(page.getByText(reason)).toBeHidden();
});
