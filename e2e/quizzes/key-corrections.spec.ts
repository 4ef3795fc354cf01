import { type APIRequestContext, expect, test } from '@playwright/test';
import { expectNoFindings, expectNoFindingsAnywhere } from '../axe.ts';
import { beSignedIn, demoAdmin, logIn, type NewStudent, registerStudent } from '../people.ts';
import { type MadeQuiz, makeQuiz } from './quiz-sitting.ts';

/** A student has answered both questions of the quiz, in which option 2 is right. */
async function submit(request: APIRequestContext, quiz: MadeQuiz, student: NewStudent) {
  const { token } = await logIn(request, student);
  const headers = { authorization: token };
  const path = `/api/v1/auth/quiz/${quiz.id}`;
  await request.post(path, { headers, data: { userId: student.id } });
  const data = { userId: student.id, submissionTime: '', markedAnswers: { 1: '4', 2: '2' } };
  const reply = await request.post(`${path}/submit`, { headers, data });
  expect(reply.status()).toBe(200);
}

const widths = [360, 1440];

test('a teacher corrects a key after a dry run, and student, timeline and audit log tell so', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  const quiz = await makeQuiz(request, { questions: 2 });
  const student = await registerStudent(request);
  await submit(request, quiz, student);

  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/quizview/${quiz.id}`);
  await page.getByRole('link', { name: 'Results and keys' }).click();
  await expect(page.getByRole('heading', { level: 2, name: quiz.topic })).toBeVisible();
  await page.getByRole('link', { name: 'Correct the key of question 1' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Correct the key of question 1' }),
  ).toBeVisible();
  const apply = page.getByRole('button', { name: 'Apply the correction' });
  await expect(page.getByText('Choose what should count to see what that changes.')).toBeVisible();
  await expect(apply).toBeDisabled();

  await page.getByRole('checkbox', { name: 'four' }).check();
  await expect(page.getByText('1 of 1 submitted attempt changes: 1 up, 0 down.')).toBeVisible();
  const scores = page.getByRole('table', { name: 'Scores that change' });
  await expect(scores).toContainText(student.id);
  await expect(scores).toContainText('+5');
  await expectNoFindingsAnywhere(page, 'the dry run of a correction', { widths });

  await page.getByLabel('Reason').fill('Option 4 was taught too.');
  await apply.click();
  const question = page.getByRole('dialog', { name: 'Mark 1 attempt again?' });
  await expect(question).toContainText('1 score changes.');
  await expectNoFindings(page, 'the question before a correction');
  await question.getByRole('button', { name: 'Apply', exact: true }).click();
  const items = page.getByRole('table', { name: 'Questions' });
  await expect(items).toContainText('1 × four (right)');
  await expect(items).toContainText('Option 4 was taught too.');
  await expect(items).toContainText(/Facility 0\s%\s→\s100\s%/);

  await page.goto(`/admin/dashboard/quizview/${quiz.id}/${student.id}`);
  await expect(page.getByRole('table', { name: 'Timeline' })).toContainText('Key corrected');

  await page.goto(`/admin/dashboard/audit?action=correct-key&q=${encodeURIComponent(quiz.topic)}`);
  const log = page.getByRole('table', { name: 'Audit log' });
  await expect(log).toContainText('Corrected a key');
  await expect(log).toContainText('Option 4 was taught too.');

  await beSignedIn(page, student);
  await page.goto(`/tests/quiz/${quiz.id}/submitted`);
  await expect(page.getByText('Your teacher corrected the key of this quiz')).toBeVisible();
  await expect(page.getByText('10 / 10')).toBeVisible();
  await expectNoFindingsAnywhere(page, 'a result that was marked again', { widths });
  await page.goto('/dashboard/user');
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results).toContainText('10 of 10');
  await expect(results).toContainText('marked again since the key was corrected');
});

test('a question that is left out counts for nobody, and only a choice with a reason is applied', async ({
  page,
  request,
}) => {
  test.setTimeout(90_000);
  const quiz = await makeQuiz(request, { questions: 2 });
  await submit(request, quiz, await registerStudent(request));
  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/performance/${quiz.id}/questions/1`);
  await page.getByLabel('Reason').fill('It was not taught.');
  const apply = page.getByRole('button', { name: 'Apply the correction' });
  await expect(apply).toBeDisabled();
  await page.getByRole('radio', { name: 'Left out' }).check();
  await expect(page.getByText('10 → 5', { exact: true })).toBeVisible();
  await apply.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
  const items = page.getByRole('table', { name: 'Questions' });
  await expect(items).toContainText('Left out: it counts for nobody.');
  await expect(page.getByRole('table', { name: 'Students' })).toContainText(/5 \(100\s%\)/);
});
