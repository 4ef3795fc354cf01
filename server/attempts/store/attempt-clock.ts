import type { HeldAnswers } from '@vlabs/contract/attempts/attempts';
import { RefusalWithData } from '../../platform/errors.ts';
import type { Attempt } from './attempts.queries.ts';
import { remainingMs } from '../rules/deadlines.ts';
import type { SavedState } from '../rules/saving.ts';

/** Fields of every reply about an attempt in progress. */
export function clockOf({ deadlineAt }: Pick<Attempt, 'deadlineAt'>, nowMs: number) {
  return {
    remainingMs: remainingMs(deadlineAt.getTime(), nowMs),
    endedTime: deadlineAt.toISOString(),
  };
}

export function stateOf(attempt: Attempt): SavedState {
  return { ...attempt, deadlineMs: attempt.deadlineAt.getTime() };
}

const HELD_MESSAGES = {
  stale_sequence: 'Newer answers have already been saved. Reload the page to see them.',
  taken_over: 'You opened this test on another page. Continue there.',
};

/** A refusal with the server's state, so that the page can continue from it. */
export function refuseWithHeld(
  code: keyof typeof HELD_MESSAGES,
  attempt: Attempt,
  nowMs: number,
): RefusalWithData {
  const held: HeldAnswers = {
    sequence: attempt.sequence,
    savedAnswers: attempt.answers,
    ...clockOf(attempt, nowMs),
  };
  return new RefusalWithData(code, HELD_MESSAGES[code], held);
}
