import type { Enrolment } from '@vlabs/contract/students/audience';
import { sitterOf } from './rules/extensions.ts';

export {
  hasAttempts,
  listAttemptCounts,
  listAttemptsOfPerson,
  listAttemptsAfter,
} from './store/attempt-lists.queries.ts';
export { countRightAnswers } from './results/right-answers.ts';

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
export {
  StoredJudgements,
  asJudgements,
  judgementsOf,
  listJudgements,
} from './store/judgements.queries.ts';

/** An attempt, its timeline, and the text whose hash is its receipt. */
export { type Attempt, listSteps } from './store/attempts.queries.ts';
export { receiptText } from './rules/answers.ts';
export { separatePrograms } from './rules/grading.ts';

/** The released results of a student's submitted quizzes, and what is released of some quizzes. */
export { type OpenedResult, findOpenings, listOpenedResults } from './results/opened-results.ts';

/** Condition: a submitted attempt of the quiz waits for its first score. */
export { isBeingJudged } from './store/judgements.queries.ts';

/** A quiz's own times, before any extension. */
export { timesOf } from './rules/quiz-times.ts';

/** End with every extension. */
export { lastEndMs } from './rules/extensions.ts';
export { listExtensions } from './store/extensions.queries.ts';

export { listStudentQuizStates } from './lists/quiz-states.ts';

/** When quizzes close for many students. */
export { readClosingTimes } from './lists/closing-times.ts';

/** A student's published quizzes, as their own list shows them. */
export { listStudentQuizzes } from './lists/student-quizzes.ts';

/** What students submitted for a question that asks for a program. */
export {
  type SubmittedProgram,
  isInProgress,
  listMarkedPrograms,
  listSubmittedPrograms,
} from './results/submitted-programs.ts';

/** The test that closes a student's other work at a moment. */
export { findClosingTest } from './closed-work.queries.ts';
