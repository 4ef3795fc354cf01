import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';

/** The status of a test for one student. */
export const studentStatuses = ['pending', 'submitted', 'expired'] as const;
export type StudentStatus = (typeof studentStatuses)[number];

type Stated = Pick<QuizRecord, 'completed' | 'expired'>;

export function studentStatusOf({ completed, expired }: Stated): StudentStatus {
  if (completed) return 'submitted';
  return expired ? 'expired' : 'pending';
}

/**
 * The remaining milliseconds of an attempt in progress; zero if the server is about to submit it, null if there is
 * none.
 */
export function findMsLeft(
  { completed, deadline }: Pick<QuizRecord, 'completed' | 'deadline'>,
  now: number,
): number | null {
  if (completed || deadline === undefined) return null;
  return Math.max(0, Date.parse(deadline) - now);
}

type Timed = Stated & Pick<QuizRecord, 'deadline' | 'formDetails'>;

/** Reports whether the student can start the test or go on with it. */
export function isOpen(quiz: Timed, now: number): boolean {
  if (studentStatusOf(quiz) !== 'pending') return false;
  const { startTime, endTime } = quiz.formDetails;
  if (quiz.deadline !== undefined) return true;
  return !(Date.parse(startTime ?? '') > now) && !(Date.parse(endTime ?? '') <= now);
}

/**
 * How long a student who starts now has, in milliseconds: the time limit, or until the end if that is sooner. Null
 * if the test has neither.
 */
export function findMsFromStart({ formDetails }: Pick<QuizRecord, 'formDetails'>, now: number) {
  const { TimeLimit, endTime } = formDetails;
  const bounds = [
    ...(TimeLimit === null ? [] : [TimeLimit * 3_600_000]),
    ...(endTime === null ? [] : [Math.max(0, Date.parse(endTime) - now)]),
  ];
  return bounds.length === 0 ? null : Math.min(...bounds);
}

const SECOND_MS = 1000;

/** `2 d 03:04:05` or `03:04:05`. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  const days = Math.floor(seconds / 86_400);
  const parts = [Math.floor((seconds % 86_400) / 3600), Math.floor((seconds % 3600) / 60)];
  const clock = [...parts, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return days > 0 ? `${days} d ${clock}` : clock;
}
