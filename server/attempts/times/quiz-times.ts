import type { Quiz } from '../../quizzes/quizzes.reads.ts';
import type { Times } from './deadlines.ts';

/** What the quiz itself says, before any extension. */
export function timesOf({ endsAt, timeLimitSeconds }: Quiz): Times {
  return { closesAtMs: endsAt.getTime(), timeLimitMs: timeLimitSeconds * 1000 };
}
