import type { Enrolment } from '@vlabs/contract/students/audience';
import type { Database } from '../../platform/postgres/database.ts';
import { listAttemptsOfPersonAt } from '../store/attempt-lists.queries.ts';
import type { QuizTimes } from '../rules/quiz-times.ts';
import { listExtensions } from '../store/extensions.queries.ts';
import { timesFor } from '../rules/extensions.ts';

/** The state of one quiz for one student. */
export interface StudentQuizState {
  /** Null if not submitted. */
  submittedAt: Date | null;
  /** Null if not started. */
  deadlineAt: Date | null;
  /** End for this student, with every extension. */
  closesAtMs: number;
}

/** For many quizzes, by id. */
export async function listStudentQuizStates(
  db: Database,
  student: Enrolment,
  quizzes: readonly { uniqueId: string; times: QuizTimes }[],
): Promise<Map<string, StudentQuizState>> {
  const quizIds = quizzes.map(({ uniqueId }) => uniqueId);
  const [extensions, attempts] = await Promise.all([
    listExtensions(db, quizIds),
    listAttemptsOfPersonAt(db, student.rollNumber, quizIds),
  ]);
  const extensionsOf = Map.groupBy(extensions, ({ quizId }) => quizId);
  const attemptOf = new Map(attempts.map((attempt) => [attempt.quizId, attempt]));
  return new Map(
    quizzes.map(({ uniqueId, times }) => {
      const attempt = attemptOf.get(uniqueId);
      const { closesAtMs } = timesFor(times, extensionsOf.get(uniqueId) ?? [], student);
      const { submittedAt = null, deadlineAt = null } = attempt ?? {};
      return [uniqueId, { submittedAt, deadlineAt, closesAtMs }];
    }),
  );
}
