import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { beSignedIn, demoAdmin, registerStudent } from '../people.ts';
import { findSatDemoQuiz, makeSatQuiz } from './sat-quiz.ts';

test('a teacher sees how a quiz went, one student, and the classes', async ({ page, request }) => {
  const students = [await registerStudent(request), await registerStudent(request)];
  const topic = `Queues ${randomUUID().slice(0, 6)}`;
  const quizId = await makeSatQuiz(request, topic, students);
  const [sat] = students;
  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/performance?quiz=${quizId}`);
  await expect(page.getByRole('heading', { level: 2, name: topic })).toBeVisible();
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
  await expect(page.getByText('Sum of all marks, with those that corrections kept')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Questions' })).toContainText('1 × two (right)');

  await page.getByRole('link', { name: sat?.id ?? '', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: sat?.name ?? '' })).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'A trend needs three submitted tests' }),
  ).toBeVisible();

  // Students on the list have courses, years and mentors; those who register in a test have none.
  const demoQuiz = await findSatDemoQuiz(request);
  await page.goto(`/admin/dashboard/performance?by=class&quiz=${demoQuiz}`);
  await expect(page.getByRole('table', { name: 'Courses, years and mentors' })).toBeVisible();
});

test('a teacher finds a submission by text and reads the answers', async ({ page, request }) => {
  const student = await registerStudent(request);
  const topic = `Stacks ${randomUUID().slice(0, 6)}`;
  await makeSatQuiz(request, topic, [student]);
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/submissions');
  await page.getByRole('searchbox', { name: 'Search submissions' }).fill(student.id);
  const row = page.getByRole('row').filter({ hasText: topic });
  await expect(row).toContainText('5 of 10');
  await expect(page).toHaveURL(new RegExp(`q=${student.id}`));
  await row.getByRole('link', { name: `Read the answers of ${student.name}` }).click();
  await expect(page.getByRole('heading', { name: `Answers of ${student.name}` })).toBeVisible();
  const [first, second] = [page.getByRole('article').first(), page.getByRole('article').nth(1)];
  await expect(first.getByRole('listitem').filter({ hasText: 'two' })).toContainText(
    'the student’s answer, correct answer',
  );
  await expect(second.getByText('Wrong', { exact: true })).toBeVisible();
  await expect(second.getByRole('listitem').filter({ hasText: 'three' })).toContainText(
    'correct answer',
  );
  await page.goBack();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await downloading).suggestedFilename()).toBe('submissions.csv');
});

test('a student sees what is due and running, and the results of the rest', async ({
  page,
  request,
}) => {
  const [sat, waiting] = [await registerStudent(request), await registerStudent(request)];
  const topic = `Trees ${randomUUID().slice(0, 6)}`;
  await makeSatQuiz(request, topic, [sat, waiting]);

  await beSignedIn(page, waiting);
  await page.goto('/dashboard/user');
  const due = page.getByRole('region', { name: 'Due and running now' });
  await expect(due).toContainText(topic);
  await due.getByRole('link', { name: `Go to the test: ${topic}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tests' })).toBeVisible();

  await beSignedIn(page, sat);
  await page.goto('/dashboard/user');
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results).toContainText(topic);
  await expect(results).toContainText('5 of 10');
});
