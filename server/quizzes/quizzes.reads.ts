import type { Enrolment } from '@vlabs/contract/people/audience';
import type { Database } from '../platform/postgres/database.ts';
import { listBegun, listQuizzesFor } from './quiz-lists.queries.ts';
import * as queries from './quizzes.queries.ts';

export {
  PaperLayout,
  countingBy,
  fullScoreOf,
  isRight,
  markOf,
  layOut,
  makePaper,
  type PaperQuestion,
} from './paper.ts';
export { keyOf, withKey } from './question-keys.ts';
export { writeQuestions, writeQuestionsWithoutKeys } from './question-wire.ts';
export { quizSubject, showDetails } from './quiz-wire.ts';
export { type Question, fourOf, ofFour } from './questions.queries.ts';
export { type Quiz, fullScore } from './quizzes.queries.ts';

/** What other features may ask about quizzes. */
export const findQuiz = queries.findQuiz;

/** Newest first, drafts among them. */
export const listQuizzes = queries.listQuizzes;

/** Of some quizzes, the newest first. */
export const listQuizzesByIds = queries.listQuizzesByIds;

/** All published quizzes for a student, whichever their term. */
export function listQuizzesOf(db: Database, student: Enrolment) {
  return listQuizzesFor(db, student, { since: null, after: null, max: null });
}

/** Published quizzes whose Start has passed, the latest first. */
export const listBegunQuizzes = listBegun;

/** Of each published quiz, so that others see what is new to them. */
export const listPublishedVersions = queries.listPublishedVersions;

/** In the teacher's order and with the right answers. */
export { listQuestions } from './questions.queries.ts';

/** A quiz that cannot be withdrawn or changed until the transaction ends. */
export async function findQuizToStart(
  db: Database,
  uniqueId: string,
): Promise<queries.Quiz | null> {
  await queries.lockQuiz(db, uniqueId, 'share');
  return queries.findQuiz(db, uniqueId);
}

/** A quiz that nobody can start, withdraw or change until the transaction ends. */
export async function findQuizToChange(
  db: Database,
  uniqueId: string,
): Promise<queries.Quiz | null> {
  await queries.lockQuiz(db, uniqueId, 'change');
  return queries.findQuiz(db, uniqueId);
}

/** A quiz that nobody can start or change until the transaction ends, and whose sitting goes on. */
export async function findQuizToCorrect(
  db: Database,
  uniqueId: string,
): Promise<queries.Quiz | null> {
  await queries.lockQuiz(db, uniqueId, 'correct');
  return queries.findQuiz(db, uniqueId);
}
