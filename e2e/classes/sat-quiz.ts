import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { demoAdmin, logIn, type NewStudent } from '../people.ts';

const HOUR_MS = 3_600_000;

const question = (CorrectAnswer: string) => ({
  QuestionTitle: `Which is number ${CorrectAnswer}?`,
  QuestionOptions: { 1: 'one', 2: 'two', 3: 'three', 4: 'four' },
  CorrectAnswer,
});

/** A quiz for these students only, which the first of them has submitted with one right answer. */
export async function makeSatQuiz(
  request: APIRequestContext,
  topic: string,
  students: NewStudent[],
  { endsInMs = HOUR_MS } = {},
): Promise<string> {
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
      endTime: new Date(Date.now() + endsInMs).toISOString(),
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
export async function findSatDemoQuiz(request: APIRequestContext): Promise<string> {
  const headers = { authorization: (await logIn(request, demoAdmin)).token };
  const { data } = await (await request.get('/api/v1/insight/quizzes', { headers })).json();
  const quizzes: { uniqueId: string; hasSubmissions: boolean }[] = data;
  const demo = quizzes.find(
    ({ uniqueId, hasSubmissions }) => uniqueId.startsWith('d0000000') && hasSubmissions,
  );
  expect(demo, 'the demo has results').toBeDefined();
  return demo?.uniqueId ?? '';
}
