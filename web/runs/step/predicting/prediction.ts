import type { Replayed } from '@vlabs/contract/runs/trace/replay';
import { firstState, nextState, type StepAction, type StepState } from '../moving/stepping.ts';
import { judge, type Verdict } from './answers.ts';
import { type Question, questionOf } from './questions.ts';

/** What is remembered while the viewer is open. Nothing of it is stored or sent. */
export interface Predicting {
  isOn: boolean;
  /** Of the answers that were given. */
  right: number;
  answered: number;
}

/** The question that is open. */
export interface Asked {
  question: Question;
  /** The step that follows it. */
  next: StepState;
  /** How often the student was led to it. */
  times: number;
}

export interface PredictionState extends Predicting {
  step: StepState;
  asked: Asked | null;
  /** Of the answer before this step. */
  verdict: Verdict | null;
}

export type PredictionAction =
  | StepAction
  /** Turns predicting on or off. */
  | { type: 'predict' }
  | { type: 'answer'; answer: string }
  /** Goes on without an answer. */
  | { type: 'skip' };

export const NOT_PREDICTING: Predicting = { isOn: false, right: 0, answered: 0 };

export const firstPrediction = (
  { snapshots }: Replayed,
  at: number,
  predicting: Predicting,
): PredictionState => ({
  ...predicting,
  step: firstState(snapshots, at),
  asked: null,
  verdict: null,
});

/**
 * The state machine of the viewer, with predictions: while they are on, a question comes before a step forward. Going
 * back and jumping to another place are free.
 */
export function nextPrediction(
  trace: Replayed,
  state: PredictionState,
  action: PredictionAction,
): PredictionState {
  const { asked } = state;
  switch (action.type) {
    case 'predict':
      return { ...state, isOn: !state.isOn, asked: null, verdict: null };
    case 'answer':
      return asked ? answer(trace, state, asked, action.answer) : state;
    case 'skip':
      return asked ? { ...state, step: asked.next, asked: null, verdict: null } : state;
    default:
      return move(trace, state, action);
  }
}

function answer(
  { head }: Replayed,
  state: PredictionState,
  { question, next }: Asked,
  given: string,
): PredictionState {
  if (given.trim() === '') return state;
  const verdict = judge(question, given, head.language);
  const right = state.right + (verdict.isRight ? 1 : 0);
  return { ...state, step: next, asked: null, verdict, right, answered: state.answered + 1 };
}

function move(trace: Replayed, state: PredictionState, action: StepAction): PredictionState {
  const { step, isOn, asked } = state;
  // Forward again leads back to the open question.
  if (asked && isAsking(action)) return { ...state, asked: { ...asked, times: asked.times + 1 } };
  const next = nextState(trace.snapshots, step, action);
  if (next === step) return state;
  const question =
    isOn && isAsking(action) && next.at > step.at ? questionOf(trace, step.at, next.at) : null;
  if (!question) {
    const verdict = next.at === step.at ? state.verdict : null;
    return { ...state, step: next, asked: null, verdict };
  }
  const paused = { ...step, isPlaying: false, way: 'move' as const };
  const after = { ...next, isPlaying: false, way: 'move' as const };
  return { ...state, step: paused, asked: { question, next: after, times: 1 }, verdict: null };
}

const isAsking = (action: StepAction): boolean =>
  action.type === 'tick' ||
  (action.type === 'move' && (action.move === 'forward' || action.move === 'over'));
