import { defaultSettings } from '@vlabs/contract/quizzes/quizzes';
import type { Pool } from 'pg';
import { inTransaction } from '../platform/postgres/database.ts';
import { asQuestions, pointers, python, scheduling, stacks, trees } from './demo-questions.ts';
import { insertQuestions } from '../quizzes/questions/questions.queries.ts';
import {
  type NewQuiz,
  findQuiz,
  insertQuiz,
  updateToDemo,
} from '../quizzes/store/quizzes.queries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface DemoQuiz {
  uniqueId: string;
  topic: string;
  subjectId: string;
  written: Parameters<typeof asQuestions>[0];
  timeLimit: string;
  timeLimitSeconds: number;
  /** Relative to now. */
  startsInMs: number;
  lastsMs: number;
  status?: 'draft';
}

const idOf = (number: number) => `d0000000-0000-4000-8000-00000000000${number}`;

/** One draft, one upcoming, one open, and two past quizzes. */
const demoQuizzes: readonly DemoQuiz[] = [
  {
    uniqueId: idOf(1),
    topic: 'Pointers and arrays',
    subjectId: 'Programming in C',
    written: pointers,
    timeLimit: '0.5',
    timeLimitSeconds: 1800,
    startsInMs: -10 * DAY_MS,
    lastsMs: 2 * HOUR_MS,
  },
  {
    uniqueId: idOf(2),
    topic: 'Lists and strings',
    subjectId: 'Python Programming',
    written: python,
    timeLimit: '20 min',
    timeLimitSeconds: 1200,
    startsInMs: -3 * DAY_MS,
    lastsMs: DAY_MS,
  },
  {
    uniqueId: idOf(3),
    topic: 'Stacks and queues',
    subjectId: 'Data Structures',
    written: stacks,
    timeLimit: '0.5',
    timeLimitSeconds: 1800,
    startsInMs: -HOUR_MS,
    lastsMs: 7 * DAY_MS,
  },
  {
    uniqueId: idOf(4),
    topic: 'Binary trees',
    subjectId: 'Data Structures',
    written: trees,
    timeLimit: '25 min',
    timeLimitSeconds: 1500,
    startsInMs: 2 * DAY_MS,
    lastsMs: 3 * HOUR_MS,
  },
  {
    uniqueId: idOf(5),
    topic: 'CPU scheduling',
    subjectId: 'Operating Systems',
    written: scheduling,
    timeLimit: '15 min',
    timeLimitSeconds: 900,
    startsInMs: 5 * DAY_MS,
    lastsMs: 2 * HOUR_MS,
    status: 'draft',
  },
];

/** Creates the demo's quizzes once, if none of them exists. */
export async function seedDemoQuizzes(pool: Pool, createdBy: string): Promise<void> {
  await inTransaction(pool, async (db) => {
    for (const { uniqueId } of demoQuizzes) if (await findQuiz(db, uniqueId)) return;
    const now = Date.now();
    for (const quiz of demoQuizzes) {
      const questions = asQuestions(quiz.written);
      await insertQuiz(db, { ...rowOf(quiz, now), totalQuestions: questions.length, createdBy });
      await insertQuestions(db, quiz.uniqueId, questions);
    }
    await updateToDemo(
      db,
      demoQuizzes.map(({ uniqueId }) => uniqueId),
    );
  });
}

function rowOf(quiz: DemoQuiz, now: number): Omit<NewQuiz, 'totalQuestions' | 'createdBy'> {
  const startsAt = new Date(Math.round((now + quiz.startsInMs) / 60_000) * 60_000);
  return {
    ...defaultSettings,
    closesWork: false,
    pastes: 'told',
    uniqueId: quiz.uniqueId,
    status: quiz.status ?? 'published',
    topic: quiz.topic,
    subjectId: quiz.subjectId,
    className: 'CSE-4',
    scorePerQuestion: 5,
    timeLimit: quiz.timeLimit,
    timeLimitSeconds: quiz.timeLimitSeconds,
    startsAt,
    endsAt: new Date(startsAt.getTime() + quiz.lastsMs),
  };
}
