import type { Enrolment } from '@vlabs/contract/students/audience';
import { lockClassOf, requireOpenClassOf } from '../classes/classes.reads.ts';
import type { Database } from '../platform/postgres/database.ts';
import { listQuizzesFor } from './quiz-lists.queries.ts';
import * as queries from './store/quizzes.queries.ts';

export {
  PaperLayout,
  countingBy,
  fullScoreOf,
  isRight,
  shareOf,
  layOut,
  makePaper,
  orderOf,
  type PaperQuestion,
} from './questions/paper.ts';
export {
  BY_HAND,
  type JudgedProgram,
  type Judgements,
  casesHashOf,
  hashOf,
  judgementKey,
  programOf,
  scoredAnswer,
} from './questions/judged-programs.ts';
export { keyOf, withKey } from './keys/question-keys.ts';
export {
  readQuestion,
  writeQuestion,
  writeQuestions,
  writeQuestionsWithoutKeys,
} from './questions/question-wire.ts';
export { quizSubject, showDetails } from './store/quiz-wire.ts';
export { showDraft } from './drafts/draft-wire.ts';
export { listMissingParts } from './drafts/missing-parts.ts';
export { type Question, listQuestionsOf } from './questions/questions.queries.ts';
export {
  type PageOfAll,
  hasQuizzesUntil,
  listChangedIds,
  listQuizRows,
  listQuizzesFor,
  listUnfinishedPage,
} from './quiz-lists.queries.ts';
export {
  type KeyCorrection,
  insertCorrection,
  isCorrectedSince,
  lastCorrectionAfter,
} from './keys/key-corrections.queries.ts';
export { saveKey } from './keys/save-key.ts';
export { type Quiz, fullScore } from './store/quizzes.queries.ts';

/** Quizzes for other features. */
export const findQuiz = queries.findQuiz;

/** Newest first, including drafts. */
export const listQuizzes = queries.listQuizzes;

/** Some quizzes, newest first. */
export const listQuizzesByIds = queries.listQuizzesByIds;

/** All published quizzes of a student, of any term. */
export function listQuizzesOf(db: Database, student: Enrolment) {
  return listQuizzesFor(db, student, { since: null, after: null, max: null });
}

/** Published quizzes that have started, latest first. */
export { listBegunQuizzes } from './quiz-lists.queries.ts';

/** When each published quiz changed, so that other features can detect changes. */
export const listPublishedVersions = queries.listPublishedVersions;

/** The key corrections of a quiz, oldest first. */
export { listKeyCorrections } from './keys/key-corrections.queries.ts';

/** In the teacher's order, with the correct answers. */
export { listQuestions } from './questions/questions.queries.ts';

/** Locks a quiz against withdrawal and changes, and its class against archiving. */
export async function findQuizToStart(
  db: Database,
  uniqueId: string,
): Promise<queries.Quiz | null> {
  await lockClassOf(db, { quiz: uniqueId });
  await queries.lockQuiz(db, uniqueId, 'share');
  return queries.findQuiz(db, uniqueId);
}

/** Locks a quiz against starts and changes, while attempts continue. */
export async function findQuizToCorrect(
  db: Database,
  uniqueId: string,
): Promise<queries.Quiz | null> {
  await requireOpenClassOf(db, { quiz: uniqueId });
  await queries.lockQuiz(db, uniqueId, 'correct');
  return queries.findQuiz(db, uniqueId);
}
