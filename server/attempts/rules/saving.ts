import { arrivesInTime } from './deadlines.ts';
import { type Answers, canonicalAnswers } from './answers.ts';

/** The state of an attempt when answers arrive. */
export interface SavedState {
  sequence: number;
  answers: Answers;
  deadlineMs: number;
  /** The page that may save; null if any page may. */
  tab: string | null;
  submittedBy: 'student' | 'server' | 'admin' | null;
}

export interface ArrivedAnswers {
  sequence: number;
  answers: Answers;
  arrivedAtMs: number;
  tab: string | null;
}

export type SaveDecision = 'apply' | 'repeated' | 'stale_sequence' | 'taken_over' | 'closed';

/**
 * The highest sequence wins, regardless of arrival order. An attempt that the server submitted still accepts answers
 * that arrived by D + G and were read later.
 */
export function decideSave(
  state: SavedState,
  arrived: ArrivedAnswers,
  graceMs: number,
): SaveDecision {
  if (!isOpen(state, arrived.arrivedAtMs, graceMs)) return 'closed';
  if (isTakenOver(state, arrived.tab)) return 'taken_over';
  if (arrived.sequence > state.sequence) return 'apply';
  const isSame =
    arrived.sequence === state.sequence &&
    canonicalAnswers(arrived.answers) === canonicalAnswers(state.answers);
  return isSame ? 'repeated' : 'stale_sequence';
}

export type SubmitDecision = 'apply' | 'apply_saved' | 'taken_over' | 'already_submitted';

/** After D + G the saved answers count, not those of the call. */
export function decideSubmit(
  state: SavedState,
  arrived: Pick<ArrivedAnswers, 'arrivedAtMs' | 'tab'>,
  graceMs: number,
): SubmitDecision {
  if (isOpen(state, arrived.arrivedAtMs, graceMs)) {
    return isTakenOver(state, arrived.tab) ? 'taken_over' : 'apply';
  }
  return state.submittedBy === null ? 'apply_saved' : 'already_submitted';
}

function isOpen(state: SavedState, arrivedAtMs: number, graceMs: number): boolean {
  const mayChange = state.submittedBy === null || state.submittedBy === 'server';
  return mayChange && arrivesInTime(arrivedAtMs, state.deadlineMs, graceMs);
}

function isTakenOver(state: SavedState, tab: string | null): boolean {
  return tab !== null && state.tab !== null && tab !== state.tab;
}
