import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { LoadClients } from './load-clients.ts';
import type { Person } from './people.ts';

/** Makes a quiz for everybody that has begun and lasts an hour; returns its id. */
export async function makeLoadQuiz(
  clients: LoadClients,
  admin: Person,
  questionCount: number,
): Promise<string> {
  const id = randomUUID();
  const numbers = Array.from({ length: questionCount }, (_, index) => index + 1);
  const question = {
    QuestionTitle: 'What does `push` do to a **stack**? '.repeat(5),
    QuestionOptions: { 1: 'It adds on top', 2: 'It removes', 3: 'It turns it', 4: 'Nothing' },
    CorrectAnswer: '1',
  };
  const body = {
    unique_id: id,
    questions: Object.fromEntries(numbers.map((number) => [number, question])),
    formDetails: {
      TotalQuestions: questionCount,
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
