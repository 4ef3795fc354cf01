import { arrivesInTime } from '../times/deadlines.ts';
import { type Answers, canonicalAnswers } from './answers.ts';

/** What is known of an attempt when answers arrive for it. */
export interface SavedState {
  sequence: number;
  answers: Answers;
  deadlineMs: number;
  /** The page that writes; null while every page may. */
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
 * Newest wins by sequence, never by arrival. What the server has submitted for a student who
 * vanished is still open to what had arrived by D + G and was only read later.
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

/** After D + G what was saved by then counts, not what comes with the call. */
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
