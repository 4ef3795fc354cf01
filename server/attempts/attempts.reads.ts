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

/** Has anyone started the quiz: then neither its questions nor its times may change any more. */
export const hasAnyAttempt = hasAttempts;

/** How many have started and submitted, for each quiz that anyone has started. */
export const countAttempts = listAttemptCounts;

/** Those of some quizzes that anyone has started. */
export const listStartedQuizIds = listStarted;

/** Of the submitted attempts of a quiz, how many have each question right, by its own number. */
export const countRightAnswers = countRight;

/** Every attempt of a student, with the score where it is submitted, whatever the quiz shows. */
export const listAttemptsOf = listAttemptsOfPerson;

/** All that a student did in attempts, page by page, without what the quiz may not show yet. */
export { listOwnAttempts, listOwnSteps } from './results/own-attempts.queries.ts';

/** Whom an extension may name so that it is a student's. */
export function listExtensionTargets(student: Enrolment): string[] {
  const { person, groups } = sitterOf(student);
  return [person, ...groups];
}

/** What a student may see by now of the quizzes that they submitted. */
export const listOpenedResults = listOpened;
export type { OpenedResult } from './results/opened-results.ts';

/** How it stands between one student and one quiz. */
export interface StudentQuizState {
  /** Null: not submitted. */
  submittedAt: Date | null;
  /** Null: not started. */
  deadlineAt: Date | null;
  /** The End that holds for this student, with every extension of theirs. */
  closesAtMs: number;
}

/** Of many quizzes at once, by id. */
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
