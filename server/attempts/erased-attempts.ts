import type { Erased } from '../platform/erasure.ts';
import type { Database } from '../platform/postgres/database.ts';
import { findQuiz, layOut, listQuestions } from '../quizzes/quizzes.reads.ts';
import {
  deleteErasedSteps,
  deleteErasedWriting,
  eraseReceived,
  eraseTimelines,
  findAttemptToMove,
  moveAttempt,
} from './erased-attempts.queries.ts';
import { insertJudgeJobs } from './store/judgements.queries.ts';

/** Erases timelines of old quizzes; returns the number of attempts. */
export async function eraseOldTimelines(db: Database, max: number): Promise<number> {
  const attempts = await eraseTimelines(db, max);
  if (attempts > 0) {
    await deleteErasedSteps(db);
    await deleteErasedWriting(db);
  }
  return attempts;
}

/**
 * Keeps the attempts for teachers and statistics. The order of questions follows from the roll number, so it is
 * stored before the roll number is erased.
 */
export async function eraseInAttempts(db: Database, erased: Erased, max: number): Promise<number> {
  const { personId, placeholder } = erased;
  let rows = await eraseReceived(db, erased, max);
  while (rows < max) {
    const attempt = await findAttemptToMove(db, personId);
    if (!attempt) return rows;
    const key = { quizId: attempt.quizId, personId };
    const paper = attempt.hasPaper ? null : await paperOf(db, key);
    rows += await moveAttempt(db, key, { placeholder, paper });
    // Its job names the erased person.
    if (attempt.isBeingJudged) {
      await insertJudgeJobs(db, [{ quizId: attempt.quizId, personId: placeholder }]);
    }
  }
  return rows;
}

async function paperOf(db: Database, { quizId, personId }: { quizId: string; personId: string }) {
  const quiz = await findQuiz(db, quizId);
  return quiz && layOut(quiz, await listQuestions(db, quizId), personId);
}
