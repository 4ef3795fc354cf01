import type { Quiz } from '../../quizzes/quizzes.reads.ts';
import type { Times } from './deadlines.ts';

/** A quiz's own times, before any extension. */
export interface QuizTimes extends Times {
  /** What a factor extends: the time limit, or the time from Start to End if that is shorter. */
  nominalMs: number;
}

export function timesOf({
  startsAt,
  endsAt,
  timeLimitSeconds,
}: Pick<Quiz, 'startsAt' | 'endsAt' | 'timeLimitSeconds'>): QuizTimes {
  const timeLimitMs = timeLimitSeconds * 1000;
  const windowMs = endsAt.getTime() - startsAt.getTime();
  const nominalMs = timeLimitMs === 0 ? windowMs : Math.min(timeLimitMs, windowMs);
  return { closesAtMs: endsAt.getTime(), timeLimitMs, nominalMs };
}
