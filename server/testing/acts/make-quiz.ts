import { randomUUID } from 'node:crypto';
import type { createQuiz } from '@vlabs/contract/quizzes/quizzes';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { MadePerson } from './make.ts';

type QuizForm = z.input<typeof createQuiz.body>;

/** Changes to the default: an open quiz of two hours. */
export interface QuizChanges {
  unique_id?: string;
  status?: 'draft' | 'published';
  formDetails?: Record<string, unknown>;
  questions?: Record<string, unknown>;
  settings?: QuizForm['settings'];
}

const HOUR_MS = 3_600_000;

/** The builder's request: two questions with the correct options 2 and 3. */
export function writeQuizForm(changes: QuizChanges = {}) {
  const { formDetails, ...others } = changes;
  return {
    unique_id: randomUUID(),
    completed: 0,
    submissionDate: null,
    questions: { 1: makeQuestion('2'), 2: makeQuestion('3') },
    formDetails: {
      TotalQuestions: '2',
      ScorePerQuestion: '5',
      SubjectId: 'Data Structures',
      ClassName: 'CSE-4',
      TimeLimit: '2',
      startTime: new Date(Date.now() - HOUR_MS).toISOString(),
      endTime: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
      topic: 'Stacks',
      ...formDetails,
    },
    ...others,
  };
}

export function makeQuestion(CorrectAnswer: string) {
  return {
    QuestionTitle: `Which is number ${CorrectAnswer}?`,
    QuestionOptions: { 1: 'one', 2: 'two', 3: 'three', 4: 'four' },
    CorrectAnswer,
  };
}

/** Settings for these people: scores open at once, answers at the end, and nothing is shuffled. */
export const openSettings = <Audience extends object>(audience: Audience) => ({
  audience,
  scoreOpens: 'at_once' as const,
  answersOpen: 'at_end' as const,
  shuffleQuestions: false,
  shuffleOptions: false,
});

/** Creates a quiz as an admin and returns its unique_id. */
export async function makeQuiz(
  app: FastifyInstance,
  admin: MadePerson,
  changes: QuizChanges = {},
): Promise<string> {
  const payload = writeQuizForm(changes);
  const { headers } = admin;
  const reply = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/quizData/',
    headers,
    payload,
  });
  if (reply.statusCode !== 201) throw new Error(`The quiz was not made: ${reply.body}`);
  return payload.unique_id;
}
