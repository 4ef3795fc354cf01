import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { expectNoFindingsAnywhere } from '../../axe.ts';
import { findSatDemoQuiz, makeSatQuiz } from '../../classes/sat-quiz.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../../people.ts';

test('axe finds nothing in Performance by quiz, by student and by class', async ({
  page,
  request,
}) => {
  const sat = await registerStudent(request);
  const topic = `Queues ${randomUUID().slice(0, 6)}`;
  const quizId = await makeSatQuiz(request, topic, [sat, await registerStudent(request)]);
  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/performance?quiz=${quizId}`);
  await expect(page.getByRole('table', { name: 'Questions' })).toBeVisible();
  await expectNoFindingsAnywhere(page, 'Performance by quiz');

  await page.getByRole('link', { name: sat.id, exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: sat.name })).toBeVisible();
  await expectNoFindingsAnywhere(page, 'Performance by student');

  const demoQuiz = await findSatDemoQuiz(request);
  await page.goto(`/admin/dashboard/performance?by=class&quiz=${demoQuiz}`);
  await expect(page.getByRole('table', { name: 'Courses, years and mentors' })).toBeVisible();
  await expectNoFindingsAnywhere(page, 'Performance by class');
});

test('axe finds nothing in the submissions and in the answers of a student', async ({
  page,
  request,
}) => {
  const student = await registerStudent(request);
  await makeSatQuiz(request, `Stacks ${randomUUID().slice(0, 6)}`, [student]);
  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/submissions?q=${student.id}`);
  await expectNoFindingsAnywhere(page, 'Submissions');
  await page.getByRole('link', { name: `Read the answers of ${student.name}` }).click();
  await expect(page.getByText('Correct', { exact: true })).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the answers of a student');
});

test('axe finds nothing in the dashboard of a student with a running test and with a result', async ({
  page,
  request,
}) => {
  const [sat, waiting] = [await registerStudent(request), await registerStudent(request)];
  const topic = `Trees ${randomUUID().slice(0, 6)}`;
  await makeSatQuiz(request, topic, [sat, waiting]);
  await beSignedIn(page, waiting);
  await page.goto('/dashboard/user');
  await expect(page.getByRole('region', { name: 'Due and running now' })).toContainText(topic);
  await expectNoFindingsAnywhere(page, 'the dashboard with a running test');
  await beSignedIn(page, sat);
  await page.goto('/dashboard/user');
  await expect(page.getByRole('region', { name: 'Results' })).toContainText(topic);
  await expectNoFindingsAnywhere(page, 'the dashboard with a result');
});
