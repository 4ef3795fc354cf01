import type { Snapshot } from '@vlabs/contract/runs/trace/replay';
import { findVisit, findVisitAround, stepOut, stepOver, within } from './moves.ts';

export interface StepState {
  /** The index of the shown snapshot. */
  at: number;
  /** The step that was shown before; null at first. While dragging, the one at which it began. */
  from: number | null;
  /** How this step was reached. Only a move is told in words. */
  way: 'move' | 'drag' | 'play';
  isPlaying: boolean;
}

export type Move =
  | 'first'
  | 'back'
  | 'forward'
  | 'last'
  | 'over'
  | 'back-over'
  | 'out'
  | 'next-visit'
  | 'last-visit';

export type StepAction =
  | { type: 'move'; move: Move }
  | { type: 'slide' | 'slid'; to: number }
  /** Goes to the next visit of a line of the shown file. */
  | { type: 'visit'; line: number }
  | { type: 'play' }
  /** The next step while playing. */
  | { type: 'tick' };

export const firstState = (snapshots: readonly Snapshot[], at: number): StepState => ({
  at: within(snapshots, at),
  from: null,
  way: 'move',
  isPlaying: false,
});

/** The state machine of the viewer. A move to a step that does not exist is ignored. */
export function nextState(
  snapshots: readonly Snapshot[],
  state: StepState,
  action: StepAction,
): StepState {
  const { at } = state;
  const last = snapshots.length - 1;
  switch (action.type) {
    case 'move':
      return moveTo(snapshots, state, stepOf(snapshots, at, action.move));
    case 'slid':
      return moveTo(snapshots, state, action.to);
    case 'visit': {
      const file = snapshots[at]?.file ?? 0;
      return moveTo(snapshots, state, findVisitAround(snapshots, at, { file, line: action.line }));
    }
    case 'slide': {
      const from = state.way === 'drag' ? state.from : at;
      return { at: within(snapshots, action.to), from, way: 'drag', isPlaying: false };
    }
    case 'play':
      if (state.isPlaying) return { ...state, way: 'move', isPlaying: false };
      return at >= last
        ? { at: within(snapshots, 0), from: at, way: 'play', isPlaying: last > 0 }
        : { ...state, way: 'play', isPlaying: true };
    case 'tick':
      break;
  }
  if (!state.isPlaying) return state;
  const isEnd = at + 1 >= last;
  const next = within(snapshots, at + 1);
  return { at: next, from: at, way: isEnd ? 'move' : 'play', isPlaying: !isEnd };
}

function moveTo(
  snapshots: readonly Snapshot[],
  { at, from, way }: StepState,
  step: number | null,
): StepState {
  const next = within(snapshots, step ?? at);
  const isSame = next === at && way === 'move';
  return {
    at: next,
    from: way === 'drag' || isSame ? from : at,
    way: 'move',
    isPlaying: false,
  };
}

function stepOf(snapshots: readonly Snapshot[], at: number, move: Move): number | null {
  const snapshot = snapshots[at];
  switch (move) {
    case 'first':
      return 0;
    case 'back':
      return at - 1;
    case 'forward':
      return at + 1;
    case 'last':
      return snapshots.length - 1;
    case 'over':
      return stepOver(snapshots, at, 1);
    case 'back-over':
      return stepOver(snapshots, at, -1);
    case 'out':
      return stepOut(snapshots, at);
    case 'next-visit':
    case 'last-visit':
      break;
  }
  return snapshot ? findVisit(snapshots, at, snapshot, move === 'next-visit' ? 1 : -1) : null;
}
