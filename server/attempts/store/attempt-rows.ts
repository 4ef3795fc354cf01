import type { AttemptRow } from '@vlabs/contract/attempts/attempt-control';
import type { AttemptOfQuiz } from './attempt-lists.queries.ts';

/** A student's attempt in the admin's list. */
export function showRow(attempt: AttemptOfQuiz): AttemptRow {
  return {
    userId: attempt.personId,
    name: attempt.name,
    state: attempt.submittedAt ? 'submitted' : 'working',
    startedAt: attempt.startedAt.toISOString(),
    lastSeenAt: attempt.lastSeenAt.toISOString(),
    answered: attempt.answered,
    savedAt: attempt.savedAt?.toISOString() ?? null,
    focusLosses: attempt.focusLosses,
    pastes: attempt.pastes,
    addresses: attempt.addresses,
    endedTime: attempt.deadlineAt.toISOString(),
    submittedAt: attempt.submittedAt?.toISOString() ?? null,
    submittedBy: attempt.submittedBy,
    score: attempt.score,
    feedback: attempt.feedback,
  };
}

/** A student who may sit the quiz and has not started. */
export function showNotStarted({ id, name }: { id: string; name: string }): AttemptRow {
  return {
    userId: id,
    name,
    state: 'not_started',
    startedAt: null,
    lastSeenAt: null,
    answered: 0,
    savedAt: null,
    focusLosses: 0,
    pastes: 0,
    addresses: 0,
    endedTime: null,
    submittedAt: null,
    submittedBy: null,
    score: null,
    feedback: null,
  };
}
