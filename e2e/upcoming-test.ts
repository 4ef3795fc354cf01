import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { demoAdmin, logIn, type NewStudent } from './people.ts';

const HOUR_MS = 3_600_000;

/** A test for this student only, which begins in an hour. */
export async function makeUpcomingTest(
  request: APIRequestContext,
  topic: string,
  { id }: NewStudent,
): Promise<void> {
  const headers = { authorization: (await logIn(request, demoAdmin)).token };
  const data = {
    unique_id: randomUUID(),
    completed: 0,
    submissionDate: null,
    questions: {
      1: {
        QuestionTitle: 'Which is number 2?',
        QuestionOptions: { 1: 'one', 2: 'two', 3: 'three', 4: 'four' },
        CorrectAnswer: '2',
      },
    },
    formDetails: {
      TotalQuestions: '1',
      ScorePerQuestion: '5',
      SubjectId: 'Notices',
      ClassName: 'CSE-4',
      TimeLimit: '1',
      startTime: new Date(Date.now() + HOUR_MS).toISOString(),
      endTime: new Date(Date.now() + 3 * HOUR_MS).toISOString(),
      topic,
    },
    settings: {
      audience: { everyone: false, rollNumbers: [id] },
      scoreOpens: 'at_once',
      answersOpen: 'at_end',
      shuffleQuestions: false,
      shuffleOptions: false,
    },
  };
  const made = await request.post('/api/v1/auth/quizData', { headers, data });
  expect(made.status()).toBe(201);
}
