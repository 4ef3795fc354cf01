import { defaultSettings } from '@vlabs/contract/quizzes/quizzes';
import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { demoAdmin, logIn } from '../people.ts';
import type { MadeQuiz } from './quiz-sitting.ts';

const HOUR_MS = 3_600_000;

export const programQuestion = {
  QuestionTitle: 'Read two whole numbers and print **their sum**.',
  Kind: 'program',
  Points: 10,
  Body: {
    languages: ['c', 'python'],
    starters: { c: '#include <stdio.h>\n\nint main(void) {\n    return 0;\n}\n' },
    samples: [
      { input: '1 2\n', output: '3\n' },
      { input: '-5 5\n', output: '0\n' },
    ],
    comparison: 'ignoring-space',
    tolerance: '0',
    seconds: '2',
    megabytes: '256',
  },
  Key: {
    solution: { language: 'python', text: 'print(sum(map(int, input().split())))\n' },
    cases: [
      { name: 'Small', input: '1 2\n', output: '3\n', points: '1', group: '' },
      { name: 'Large', input: '1000000000 1\n', output: '1000000001\n', points: '2', group: '' },
    ],
    allOrNothing: false,
    reveals: 'names',
  },
};

interface Options {
  timeLimit?: string;
  endsInMs?: number;
  question?: object;
}

/** Makes a test that has begun, with a program and a question with four options. */
export async function makeProgramQuiz(
  request: APIRequestContext,
  settings: object = {},
  { timeLimit = '2', endsInMs = 24 * HOUR_MS, question = programQuestion }: Options = {},
): Promise<MadeQuiz> {
  const id = randomUUID();
  const topic = `Programs ${id.slice(0, 8)}`;
  const { token } = await logIn(request, demoAdmin);
  const response = await request.post('/api/v1/auth/quizData/', {
    headers: { authorization: token },
    data: {
      unique_id: id,
      questions: {
        1: question,
        2: {
          QuestionTitle: 'How much is 1 + 1?',
          QuestionOptions: { 1: 'one', 2: 'two', 3: 'three', 4: 'four' },
          CorrectAnswer: '2',
        },
      },
      settings: { ...defaultSettings, ...settings },
      formDetails: {
        TotalQuestions: 2,
        ScorePerQuestion: 5,
        SubjectId: 'Data Structures',
        ClassName: 'CSE-4',
        TimeLimit: timeLimit,
        startTime: new Date(Date.now() - HOUR_MS).toISOString(),
        endTime: new Date(Date.now() + endsInMs).toISOString(),
        topic,
      },
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  return { id, topic, path: `/tests/quiz/${id}` };
}
