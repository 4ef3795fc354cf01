import type { Enrolment } from '@vlabs/contract/people/audience';
import type { Database } from '../platform/postgres/database.ts';
import { listAttemptCounts, listStarted } from './control/attempt-counts.queries.ts';
import {
  hasAttempts,
  listAttemptsOfPerson,
  listAttemptsOfPersonAt,
} from './control/attempt-lists.queries.ts';
import type { Times } from './times/deadlines.ts';
import { listExtensions } from './times/extensions.queries.ts';
import { sitterOf, timesFor } from './times/extensions.ts';
import { listOpened } from './results/opened-results.ts';
import { countRightAnswers as countRight } from './results/right-answers.ts';

/** Reports whether anyone has started the quiz; its questions and times are then fixed. */
export const hasAnyAttempt = hasAttempts;

/** Counts started and submitted attempts of each started quiz. */
export const countAttempts = listAttemptCounts;

/** The started ones of some quizzes. */
export const listStartedQuizIds = listStarted;

/** Counts correct submitted answers of each question of a quiz. */
export const countRightAnswers = countRight;

/** All attempts of a student, with the scores of submitted ones, released or not. */
export const listAttemptsOf = listAttemptsOfPerson;

/** Pages through a student's attempts without what has not been released. */
export { listOwnAttempts, listOwnSteps } from './results/own-attempts.queries.ts';

/** The targets by which an extension may apply to a student. */
export function listExtensionTargets(student: Enrolment): string[] {
  const { person, groups } = sitterOf(student);
  return [person, ...groups];
}

/** The released results of a student's submitted quizzes. */
export const listOpenedResults = listOpened;
export type { OpenedResult } from './results/opened-results.ts';

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
  quizzes: readonly { uniqueId: string; times: Times }[],
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
