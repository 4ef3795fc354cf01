import type { AttemptRow } from '@vlabs/contract/attempts/attempt-control';

/**
 * A pending action of an admin; `student` is null if it is for all or the recipients are chosen in
 * the dialog.
 */
export type ControlAction =
  | { do: 'extend'; student: AttemptRow | null }
  | { do: 'announce' }
  | { do: 'end'; student: AttemptRow }
  | { do: 'reopen'; student: AttemptRow };
