import { isInAudience } from '@vlabs/contract/people/audience';
import type { Database } from '../../platform/postgres/database.ts';
import { type Quiz, findQuiz } from '../../quizzes/quizzes.reads.ts';
import { enrolmentOf } from '../../students/students.reads.ts';
import { notStarted, unknownQuiz } from './attempt-refusals.ts';
import type { AttemptKey } from '../attempts.queries.ts';

/** A draft, and a quiz that is not for a student, are as unknown to them as one that never was. */
export async function requireAssignedQuiz(
  db: Database,
  quiz: Quiz | null,
  personId: string,
): Promise<void> {
  if (quiz?.status !== 'published') throw unknownQuiz();
  const student = await enrolmentOf(db, personId);
  if (!isInAudience(quiz.audience, student)) throw unknownQuiz();
}

/** What a student without an attempt is told: `otherwise` where the quiz is theirs. */
export async function explainMissingAttempt(
  db: Database,
  { quizId, personId }: AttemptKey,
  otherwise: Error = notStarted(),
): Promise<Error> {
  await requireAssignedQuiz(db, await findQuiz(db, quizId), personId);
  return otherwise;
}
