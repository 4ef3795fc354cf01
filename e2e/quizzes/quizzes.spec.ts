import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { beSignedIn, demoAdmin, logIn, registerStudent } from '../people.ts';
import {
  createButton,
  fillDetails,
  markCorrect,
  openBuilder,
  questionList,
  writeQuestion,
} from './quiz-builder-page.ts';

const INCOMPLETE =
  'Please complete all fields, including Correct Answer, Question Title, and Options for all questions.';
const options = ['one', 'two', 'three', 'four'];

test.beforeEach(async ({ page }) => {
  await beSignedIn(page, demoAdmin);
});

/** Records in the page what each call sends, because not every browser reports it. */
async function keepBodies(page: Page): Promise<void> {
  await page.evaluate(`{
    window.bodies = {};
    const send = fetch;
    window.fetch = (address, request) => {
      bodies[address] = request?.body;
      return send(address, request);
    };
  }`);
}

async function listTopicsFor(page: Page, token: string): Promise<string[]> {
  const headers = { authorization: token };
  const reply = await page.request.get('/api/v1/auth/getQuizData', { headers });
  const { updatedQuizData } = await reply.json();
  return updatedQuizData.map(
    (record: { formDetails: { topic: string } }) => record.formDetails.topic,
  );
}

test('a teacher makes a test by hand, fixes a mistake, reloads halfway, and a student sees it', async ({
  page,
}) => {
  const topic = `Stacks ${randomUUID().slice(0, 8)}`;
  await page.goto('/admin/create-quiz');
  await fillDetails(page, { Topic: topic, End: '2096-10-30T10:00' });
  await expect(page.getByText('= 2 h 40 min (160 minutes)')).toBeVisible();
  await page.getByRole('button', { name: 'Create Quiz' }).click();
  await expect(page.getByText('End must be after Start.')).toBeVisible();
  await page.getByLabel('End', { exact: true }).fill('2096-12-01T18:00');
  await page.getByRole('button', { name: 'Create Quiz' }).click();

  await writeQuestion(page, 'Which is **one**?', options);
  await page.reload();
  await expect(page.getByLabel('Question Title')).toHaveValue('Which is **one**?');
  await expect(page.getByLabel('Option 4', { exact: true })).toHaveValue('four');
  await createButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(INCOMPLETE);
  await expect(page.getByText('Mark the correct option.')).toBeVisible();
  await expect(page.getByText('2 of 2 questions not complete')).toBeVisible();

  await markCorrect(page, 1);
  await questionList(page)
    .getByRole('button', { name: /^2 Empty/ })
    .click();
  await writeQuestion(page, 'Which is two?', options);
  await markCorrect(page, 2);
  await page.goBack();
  await expect(page.getByLabel('Topic')).toHaveValue(topic);
  await page.goForward();
  await expect(page.getByText('All 2 questions are complete')).toBeVisible();
  await keepBodies(page);
  const sent = page.waitForRequest(/\/quizData$/);
  await createButton(page).click();
  await sent;
  const body = JSON.parse(await page.evaluate(`bodies['/api/v1/auth/quizData']`));
  expect(Object.keys(body).toSorted()).toEqual([
    'completed',
    'formDetails',
    'questions',
    'submissionDate',
    'unique_id',
  ]);
  expect(body).toMatchObject({
    completed: 0,
    submissionDate: null,
    formDetails: { TotalQuestions: '2', SubjectId: 'Data Structures', topic },
    questions: { 2: { QuestionOptions: { 4: 'four' }, CorrectAnswer: '2' } },
  });
  await expect(page).toHaveURL(/\/admin\/create-quiz\/?$/);
  await expect(page.getByText(`The test ${topic} is published.`)).toBeVisible();
  await expect(page.getByLabel('Topic')).toHaveValue('');

  const { token } = await logIn(page.request, await registerStudent(page.request));
  expect(await listTopicsFor(page, token)).toContain(topic);
});

test('the AI service drafts questions: good ones are accepted, a bad one is listed and requested again', async ({
  page,
}) => {
  await openBuilder(page, { 'Total Questions': '3' });
  await page.getByRole('button', { name: 'AI questions' }).click();
  await page.getByLabel('Prompt').fill('about loops');
  await page.getByRole('button', { name: 'Generate' }).click();
  await expect(page.getByText('2 good, 1 refused, 1 fewer than requested')).toBeVisible();
  await expect(page.getByText('More than one option is marked as correct.')).toBeVisible();
  await page.getByRole('button', { name: 'Take all 2' }).click();
  await expect(page.getByText('1 of 3 questions not complete')).toBeVisible();
  await page.getByRole('button', { name: 'Generate another' }).click();
  await page.getByRole('button', { name: 'Take draft 1' }).click();
  await expect(page.getByText('All 3 questions are complete')).toBeVisible();
});

test('the program in a question is run, and a wrong key is reported and fixed', async ({
  page,
}) => {
  test.skip(process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');
  await openBuilder(page);
  const title = 'What does this print?\n\n```python\nprint(6 * 7)\n```';
  await writeQuestion(page, title, ['13', '42', '67', 'Nothing']);
  await markCorrect(page, 1);
  await expect(page.getByText('the marked answer doesn’t match the output: 42')).toBeVisible();
  await page.getByRole('button', { name: 'Mark option 2' }).click();
  await expect(page.getByText('verified: prints 42')).toBeVisible();

  await page.getByRole('button', { name: 'From a template' }).click();
  await page
    .getByLabel('Template', { exact: true })
    .fill('What does this print?\n\n```python\nprint({{a}} * {{b}} + 1)\n```');
  await page.getByLabel('Sets of numbers').fill('3');
  await page.getByRole('button', { name: 'Make the question' }).click();
  await expect(page.getByText('Made from a template: 2 more sets of numbers.')).toBeVisible();
  await expect(page.getByText('All 2 questions are complete')).toBeVisible();
});

test('quizzes are searched, filtered, withdrawn, copied and deleted', async ({ page }) => {
  const subject = `Subject ${randomUUID().slice(0, 8)}`;
  await openBuilder(page, { 'Total Questions': '1', 'Subject ID': subject, Topic: 'Graphs' });
  await writeQuestion(page, 'Which is one?', options);
  await markCorrect(page, 1);
  await createButton(page).click();
  await page.getByRole('link', { name: 'View Quizzes' }).click();
  await page.getByLabel('Search Quiz').fill(subject.toLowerCase());
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('2 h 40 min (160 minutes)');
  await expect(cards).toContainText('Published');
  await page.getByRole('button', { name: 'Withdraw Graphs' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(cards).toContainText('Draft');
  await page.getByLabel('Status').selectOption('published');
  await expect(page.getByText('No tests match')).toBeVisible();
  await page.getByLabel('Status').selectOption('draft');
  await page.reload();
  await expect(cards).toHaveCount(1);
  await page.getByRole('button', { name: 'Duplicate Graphs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Question builder' })).toBeVisible();
  await expect(page.getByLabel('Question Title')).toHaveValue('Which is one?');
  await page.goBack();
  await expect(cards).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete Graphs (copy)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(cards).toHaveCount(1);
});
