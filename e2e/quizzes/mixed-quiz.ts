import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { mixedQuestions, mixedSettings } from '../../server/testing/acts/mixed-quiz.ts';
import { demoAdmin, logIn } from '../people.ts';
import type { MadeQuiz } from './quiz-sitting.ts';

const HOUR_MS = 3_600_000;

/** Makes a test that has begun, with a question of each kind. */
export async function makeMixedQuiz(
  request: APIRequestContext,
  settings: object = {},
): Promise<MadeQuiz> {
  const id = randomUUID();
  const topic = `Kinds ${id.slice(0, 8)}`;
  const { token } = await logIn(request, demoAdmin);
  const response = await request.post('/api/v1/auth/quizData/', {
    headers: { authorization: token },
    data: {
      unique_id: id,
      questions: mixedQuestions,
      settings: { ...mixedSettings, ...settings },
      formDetails: {
        TotalQuestions: Object.keys(mixedQuestions).length,
        ScorePerQuestion: 5,
        SubjectId: 'Data Structures',
        ClassName: 'CSE-4',
        TimeLimit: '2',
        startTime: new Date(Date.now() - HOUR_MS).toISOString(),
        endTime: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
        topic,
      },
    },
  });
  expect(response.status()).toBe(201);
  return { id, topic, path: `/tests/quiz/${id}` };
}
