import type { Enrolment } from '@vlabs/contract/students/audience';
import {
  hasAttempts,
  listAttemptsOfPerson,
  listAttemptCounts,
} from './store/attempt-lists.queries.ts';
import { sitterOf } from './rules/extensions.ts';
import { listOpened } from './results/opened-results.ts';
import { countRightAnswers as countRight } from './results/right-answers.ts';

/** Reports whether anyone has started the quiz; its questions and times are then fixed. */
export const hasAnyAttempt = hasAttempts;

/** Counts started and submitted attempts of each started quiz. */
export const countAttempts = listAttemptCounts;

/** Counts correct submitted answers of each question of a quiz. */
export const countRightAnswers = countRight;

/** All attempts of a student, with the scores of submitted ones, released or not. */
export const listAttemptsOf = listAttemptsOfPerson;

/** Pages through a student's attempts without what has not been released. */
export { listOwnAttempts, listOwnSteps } from './results/results.queries.ts';

/** The targets by which an extension may apply to a student. */
export function listExtensionTargets(student: Enrolment): string[] {
  const { person, groups } = sitterOf(student);
  return [person, ...groups];
}

/** What a question of an attempt earns. */
export { KeptShares, earningOf } from './rules/earnings.ts';

/** What is scored of the judged programs of an attempt, in a statement. */
export { StoredJudgements, judgementsOf } from './store/judgements.queries.ts';

/** The released results of a student's submitted quizzes. */
export const listOpenedResults = listOpened;
export type { OpenedResult } from './results/opened-results.ts';

/** A quiz's own times, before any extension. */
export { timesOf } from './rules/quiz-times.ts';

export { listStudentQuizStates } from './lists/quiz-states.ts';

/** A student's published quizzes, as their own list shows them. */
export { listStudentQuizzes } from './lists/student-quizzes.ts';

/** What students submitted for a question that asks for a program. */
export {
  type SubmittedProgram,
  isInProgress,
  listSubmittedPrograms,
} from './results/submitted-programs.ts';
