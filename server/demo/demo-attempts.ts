import { createHash } from 'node:crypto';
import { rightOfFour } from '@vlabs/contract/kinds/four-options';
import type { Pool } from 'pg';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import {
  type PaperQuestion,
  type Quiz,
  listQuestions,
  listQuizzes,
  makePaper,
} from '../quizzes/quizzes.reads.ts';
import { hasAttempts } from '../attempts/store/attempt-lists.queries.ts';
import {
  type DemoAttempt,
  insertDemoAttempts,
  listDemoStudents,
} from '../attempts/demo-attempts.queries.ts';
import { grade } from '../attempts/rules/grading.ts';
import { insertSteps } from '../attempts/store/attempts.queries.ts';

const MINUTE_MS = 60_000;
const DEMO_QUIZ = /^d0000000-0000-4000-8000-/;
/** One in ten students missed the test. */
const PART_WHO_SAT = 0.9;
const PART_LEFT_OUT = 0.04;

/** Adds plausible results to the demo's past quizzes that have none. */
export async function seedDemoAttempts(pool: Pool): Promise<void> {
  await inTransaction(pool, async (db) => {
    const now = Date.now();
    const over = (await listQuizzes(db)).filter(
      ({ uniqueId, status, endsAt }) =>
        DEMO_QUIZ.test(uniqueId) && status === 'published' && endsAt.getTime() < now,
    );
    const students = await listDemoStudents(db);
    for (const quiz of over) {
      if (!(await hasAttempts(db, quiz.uniqueId))) await seedQuiz(db, quiz, students);
    }
  });
}

async function seedQuiz(db: Database, quiz: Quiz, students: readonly string[]): Promise<void> {
  const questions = await listQuestions(db, quiz.uniqueId);
  const attempts = students
    .filter((id) => draw(quiz.uniqueId, id, 'sat') < PART_WHO_SAT)
    .map((id) => sit(quiz, makePaper(quiz, questions, id), id));
  await insertDemoAttempts(db, attempts);
  await insertSteps(
    db,
    attempts.flatMap(({ quizId, personId, startedAt, submittedAt, answers, sha256 }) => {
      const line = { quizId, personId, by: personId, address: null, browser: null };
      const answered = Object.keys(answers).length;
      return [
        { ...line, at: startedAt, step: 'start', details: {} },
        { ...line, at: submittedAt, step: 'save', details: { sequence: answered, answered } },
        { ...line, at: submittedAt, step: 'submit', details: { answered, sha256 } },
      ];
    }),
  );
}

/** A student's answers: abler students are more often correct, and questions differ in difficulty. */
function sit(quiz: Quiz, paper: readonly PaperQuestion[], personId: string): DemoAttempt {
  const { uniqueId: quizId, startsAt, endsAt, timeLimitSeconds } = quiz;
  const ability = draw(personId, 'ability');
  const answers: Record<string, string> = {};
  for (const question of paper) {
    const { number, originalNumber } = question;
    const [correctAnswer = 0] = rightOfFour(question.key);
    if (draw(quizId, personId, originalNumber, 'left out') < PART_LEFT_OUT) continue;
    const easiness = 0.25 + 0.6 * draw(quizId, originalNumber, 'easiness');
    const isRight =
      draw(quizId, personId, originalNumber) < 0.15 + 0.55 * ability + 0.4 * (easiness - 0.3);
    const wrong = 1 + Math.floor(3 * draw(quizId, personId, originalNumber, 'wrong'));
    answers[String(number)] = String(
      isRight ? correctAnswer : ((correctAnswer + wrong - 1) % 4) + 1,
    );
  }
  const limitMs = timeLimitSeconds * 1000;
  const startedMs =
    startsAt.getTime() + Math.floor(20 * draw(quizId, personId, 'late')) * MINUTE_MS;
  const deadlineMs = Math.min(startedMs + limitMs, endsAt.getTime());
  const workedMs = (deadlineMs - startedMs) * (0.4 + 0.55 * draw(quizId, personId, 'worked'));
  return {
    quizId,
    personId,
    startedAt: new Date(startedMs),
    deadlineAt: new Date(deadlineMs),
    submittedAt: new Date(startedMs + Math.floor(workedMs)),
    ...grade(paper, { answers }, quiz),
  };
}

/** A number from 0 to 1, deterministic for a text. */
function draw(...words: (string | number)[]): number {
  return createHash('sha256').update(words.join('/')).digest().readUInt32BE(0) / 0x1_0000_0000;
}
