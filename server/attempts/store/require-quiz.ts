import { isInAudience } from '@vlabs/contract/students/audience';
import type { Database } from '../../platform/postgres/database.ts';
import { type Quiz, findQuiz } from '../../quizzes/quizzes.reads.ts';
import { enrolmentOf } from '../../students/students.reads.ts';
import { notStarted, unknownQuiz } from './attempt-refusals.ts';
import type { AttemptKey } from './attempts.queries.ts';

/** Drafts and quizzes for other people look as if they did not exist. */
export async function requireAssignedQuiz(
  db: Database,
  quiz: Quiz | null,
  personId: string,
): Promise<void> {
  if (quiz?.status !== 'published') throw unknownQuiz();
  const student = await enrolmentOf(db, personId);
  if (!isInAudience(quiz.audience, student)) throw unknownQuiz();
}

/** The error for a student without an attempt: `otherwise` if the quiz is theirs. */
export async function explainMissingAttempt(
  db: Database,
  { quizId, personId }: AttemptKey,
  otherwise: Error = notStarted(),
): Promise<Error> {
  await requireAssignedQuiz(db, await findQuiz(db, quizId), personId);
  return otherwise;
}
