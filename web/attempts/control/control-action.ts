import type { AttemptRow } from '@vlabs/contract/quizzes/attempt-control';

/** What an admin is about to do; `student` null: to all or to those who are chosen there. */
export type ControlAction =
  | { do: 'extend'; student: AttemptRow | null }
  | { do: 'announce' }
  | { do: 'end'; student: AttemptRow }
  | { do: 'reopen'; student: AttemptRow };
