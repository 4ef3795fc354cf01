import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { LoadClients } from './load-clients.ts';
import type { Person } from './people.ts';

/** Earns its point with `1`. */
export const FOUR_OPTIONS = {
  QuestionTitle: 'What does `push` do to a **stack**? '.repeat(5),
  QuestionOptions: { 1: 'It adds on top', 2: 'It removes', 3: 'It turns it', 4: 'Nothing' },
  CorrectAnswer: '1',
};
const Body = { options: ['It adds on top', 'It removes', 'It turns it'] };
/** Earns its point with `3.141`. */
export const NUMBER = {
  Kind: 'number',
  Body: { unit: 'none' },
  Key: {
    answers: [{ by: 'absolute', value: '3.14', tolerance: '0.01', to: '', worth: '100' }],
    units: [],
    unitCost: '100',
  },
};
/** A question of each kind, by turns, and an answer to it. */
const MIXED = [
  { question: FOUR_OPTIONS, answer: '2' },
  { question: { Kind: 'single', Body, Key: { right: [1], cost: '1/3' } }, answer: '3' },
  {
    question: { Kind: 'several', Body, Key: { right: [1, 3], rule: 'plus_minus' } },
    answer: '1,2',
  },
  { question: { Kind: 'true_false', Body: {}, Key: { right: 'true', cost: '0' } }, answer: 'true' },
  { question: NUMBER, answer: '3.141' },
  {
    question: {
      Kind: 'short_text',
      Body: {},
      Key: {
        answers: [{ text: 'last in, first out', worth: '100' }],
        ignoresCase: true,
        foldsSpaces: true,
      },
    },
    answer: 'first in, last out',
  },
];
const mixedAt = (number: number) => MIXED[(number - 1) % MIXED.length] ?? MIXED[0];

/** An answer to a question of a mixed quiz. */
export const mixedAnswer = (number: number): string => mixedAt(number)?.answer ?? '1';

const mixedQuestion = (number: number) => ({
  QuestionTitle: FOUR_OPTIONS.QuestionTitle,
  ...mixedAt(number)?.question,
});

/** Makes a quiz for everybody that has begun and lasts an hour; returns its id. */
export function makeLoadQuiz(
  clients: LoadClients,
  admin: Person,
  questionCount: number,
  { isMixed = false }: { isMixed?: boolean } = {},
): Promise<string> {
  const questions = Array.from({ length: questionCount }, (_, index) =>
    isMixed ? mixedQuestion(index + 1) : FOUR_OPTIONS,
  );
  return makeLoadQuizOf(clients, admin, questions);
}

/** The same with these questions. */
export async function makeLoadQuizOf(
  clients: LoadClients,
  admin: Person,
  questions: readonly object[],
): Promise<string> {
  const id = randomUUID();
  const body = {
    unique_id: id,
    questions: Object.fromEntries(questions.map((question, index) => [index + 1, question])),
    formDetails: {
      TotalQuestions: questions.length,
      ScorePerQuestion: 1,
      SubjectId: 'Storm',
      ClassName: 'All',
      TimeLimit: '1',
      startTime: new Date(Date.now() - 60_000).toISOString(),
      endTime: new Date(Date.now() + 7_200_000).toISOString(),
      topic: 'Stacks',
    },
  };
  const reply = await clients.call(admin, 'POST', '/api/v1/auth/quizData', { body });
  if (reply.status !== 201) throw new Error(`The quiz was not created: ${reply.status}`);
  return id;
}

/** Everyone starts at a random time within the span. Resolves when the last is done. */
export async function eachWithin<Item>(
  items: readonly Item[],
  spanMs: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  await Promise.all(
    items.map(async (item, index) => {
      await delay((index * spanMs) / items.length);
      await work(item);
    }),
  );
}
