import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { expectNoFindingsAnywhere } from '../axe.ts';
import { beSignedIn, demoAdmin, logIn, type NewStudent, registerStudent } from '../people.ts';

const HOUR_MS = 3_600_000;

const question = (CorrectAnswer: string) => ({
  QuestionTitle: `Which is number ${CorrectAnswer}?`,
  QuestionOptions: { 1: 'one', 2: 'two', 3: 'three', 4: 'four' },
  CorrectAnswer,
});

/** A quiz for these students alone, that the first of them has submitted with one right answer. */
async function makeSatQuiz(request: APIRequestContext, topic: string, students: NewStudent[]) {
  const headers = { authorization: (await logIn(request, demoAdmin)).token };
  const unique_id = randomUUID();
  const data = {
    unique_id,
    completed: 0,
    submissionDate: null,
    questions: { 1: question('2'), 2: question('3') },
    formDetails: {
      TotalQuestions: '2',
      ScorePerQuestion: '5',
      SubjectId: 'Insight',
      ClassName: 'CSE-4',
      TimeLimit: '2',
      startTime: new Date(Date.now() - HOUR_MS).toISOString(),
      endTime: new Date(Date.now() + HOUR_MS).toISOString(),
      topic,
    },
    settings: {
      audience: { everyone: false, rollNumbers: students.map(({ id }) => id) },
      scoreOpens: 'at_once',
      answersOpen: 'at_end',
      shuffleQuestions: false,
      shuffleOptions: false,
    },
  };
  const made = await request.post('/api/v1/auth/quizData', { headers, data });
  expect(made.status()).toBe(201);
  const [first] = students;
  if (!first) throw new Error('Nobody sits the quiz.');
  const authorization = (await logIn(request, first)).token;
  const call = { headers: { authorization } };
  const path = `/api/v1/auth/quiz/${unique_id}`;
  await request.post(path, { ...call, data: { userId: first.id } });
  const submission = { userId: first.id, submissionTime: '', markedAnswers: { 1: '2', 2: '1' } };
  const submitted = await request.post(`${path}/submit`, { ...call, data: submission });
  expect(submitted.status()).toBe(200);
  return unique_id;
}

/** A quiz of the demo that is over and has results. */
async function findSatDemoQuiz(request: APIRequestContext): Promise<string> {
  const headers = { authorization: (await logIn(request, demoAdmin)).token };
  const { data } = await (await request.get('/api/v1/insight/quizzes', { headers })).json();
  const quizzes: { uniqueId: string; hasSubmissions: boolean }[] = data;
  const demo = quizzes.find(
    ({ uniqueId, hasSubmissions }) => uniqueId.startsWith('d0000000') && hasSubmissions,
  );
  expect(demo, 'the demo has results').toBeDefined();
  return demo?.uniqueId ?? '';
}

test('a teacher sees how a quiz went, one student, and the classes', async ({ page, request }) => {
  test.setTimeout(240_000);
  const students = [await registerStudent(request), await registerStudent(request)];
  const topic = `Queues ${randomUUID().slice(0, 6)}`;
  const quizId = await makeSatQuiz(request, topic, students);
  const [sat] = students;
  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/performance?quiz=${quizId}`);
  await expect(page.getByRole('heading', { level: 2, name: topic })).toBeVisible();
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
  await expect(page.getByText('Sum of the scores, divided by the attempts.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Questions' })).toContainText('1 × two (right)');
  await expectNoFindingsAnywhere(page, 'Performance by quiz');

  await page.getByRole('link', { name: sat?.id ?? '' }).click();
  await expect(page.getByRole('heading', { level: 2, name: sat?.name ?? '' })).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'A trend needs three submitted quizzes' }),
  ).toBeVisible();
  await expectNoFindingsAnywhere(page, 'Performance by student');

  // Students of the list have courses, years and mentors; who registers in a test has none.
  const demoQuiz = await findSatDemoQuiz(request);
  await page.goto(`/admin/dashboard/performance?by=class&quiz=${demoQuiz}`);
  await expect(page.getByRole('table', { name: 'Courses, years and mentors' })).toBeVisible();
  await expectNoFindingsAnywhere(page, 'Performance by class');
});

test('a teacher finds a submission by its words and reads the answers', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  const student = await registerStudent(request);
  const topic = `Stacks ${randomUUID().slice(0, 6)}`;
  await makeSatQuiz(request, topic, [student]);
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/submissions');
  await page.getByRole('searchbox', { name: 'Search submissions' }).fill(student.id);
  const row = page.getByRole('row').filter({ hasText: topic });
  await expect(row).toContainText('5 of 10');
  await expect(page).toHaveURL(new RegExp(`q=${student.id}`));
  await row.getByRole('button', { name: `Read the answers of ${student.name}` }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('Right: two')).toBeVisible();
  await expect(sheet.getByText('Wrong: one (right is: three)')).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the answer sheet');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expectNoFindingsAnywhere(page, 'Submissions');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await downloading).suggestedFilename()).toBe('submissions.csv');
});

test('a student sees what is due and running, and what came of the rest', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  const [sat, waiting] = [await registerStudent(request), await registerStudent(request)];
  const topic = `Trees ${randomUUID().slice(0, 6)}`;
  await makeSatQuiz(request, topic, [sat, waiting]);

  await beSignedIn(page, waiting);
  await page.goto('/dashboard/user');
  const due = page.getByRole('region', { name: 'Due and running now' });
  await expect(due).toContainText(topic);
  await expectNoFindingsAnywhere(page, 'the dashboard with a running test');
  await due.getByRole('link', { name: `Go to the test: ${topic}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tests' })).toBeVisible();

  await beSignedIn(page, sat);
  await page.goto('/dashboard/user');
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results).toContainText(topic);
  await expect(results).toContainText('5 of 10');
  await expectNoFindingsAnywhere(page, 'the dashboard with a result');
});
