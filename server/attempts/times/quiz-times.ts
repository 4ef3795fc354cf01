import type { Quiz } from '../../quizzes/quizzes.reads.ts';
import type { Times } from './deadlines.ts';

/** The quiz's own times, before any extension. */
export function timesOf({ endsAt, timeLimitSeconds }: Quiz): Times {
  return { closesAtMs: endsAt.getTime(), timeLimitMs: timeLimitSeconds * 1000 };
}
