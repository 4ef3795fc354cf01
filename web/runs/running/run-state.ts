import type { LanguageId } from '@vlabs/contract/runs/languages';
import type { Run } from '@vlabs/contract/runs/runs';
import type { NamedInput } from '../inputs/inputs.ts';
import { hasEnded, readRunResult, type RunResult } from './run-result.ts';
import { wallTimeMsOf } from '@vlabs/contract/runs/test-case';

/** Limits of each input; null for the usual ones. */
export interface RunLimits {
  seconds: number | null;
  megabytes: number | null;
}

/** As a request for a run has them. */
export const limitFields = ({ seconds, megabytes }: RunLimits) => ({
  ...(seconds !== null && {
    cpu_time_limit: seconds,
    wall_time_limit: wallTimeMsOf(seconds * 1000) / 1000,
  }),
  ...(megabytes !== null && { memory_limit: Math.round(megabytes * 1024) }),
});

/** The submitted program, kept so that diagnostics refer to the text they were reported for. */
export interface RunOrder {
  languageId: LanguageId;
  source: string;
  /** Named inputs to run on, in order; null for User Input alone. */
  inputs: readonly NamedInput[] | null;
  /** Makes a trace of the program on this input, to step through it; the viewer then shows this step. */
  trace?: { stdin: string; initialStep: number };
}

export type RunPhase = 'queued' | 'compiling' | 'running' | 'processing';

/** The specification's messages for each kind of failure. */
export const FAILURE_WORDS = {
  empty: 'Please write a program before submitting.',
  refused: 'Submission failed. Please try again later.',
  polling: 'Error checking submission status.',
  other: 'An error occurred during submission. Please try again later.',
} as const;
export type RunFailure = keyof typeof FAILURE_WORDS;

export type RunState =
  | { step: 'idle' }
  | { step: 'sending'; order: RunOrder; isStopping: boolean }
  | {
      step: 'under-way';
      order: RunOrder;
      token: string;
      phase: RunPhase;
      /** Number of runs ahead; null if the server did not say. */
      queuePlace: number | null;
      isStopping: boolean;
      /** The server did not answer the last poll, which is retried. */
      isUnreachable: boolean;
    }
  | { step: 'ended'; order: RunOrder; token: string; result: RunResult }
  | {
      step: 'failed';
      failure: RunFailure;
      /** The server's message, or ours if it sent none. */
      detail: string | null;
      /** Set if the run can be polled again. */
      following: { order: RunOrder; token: string } | null;
    };

export type RunAction =
  | { type: 'sent'; order: RunOrder }
  | { type: 'taken'; token: string }
  | { type: 'observed'; run: Run }
  | { type: 'unreachable' }
  | { type: 'stop-asked' }
  | { type: 'stop-refused' }
  | { type: 'failed'; failure: RunFailure; detail: string | null }
  | { type: 'asked-again' }
  | { type: 'dismissed' };

export const idle: RunState = { step: 'idle' };

export function isBusy(state: RunState): boolean {
  return state.step === 'sending' || state.step === 'under-way';
}

/** The state machine of one run. An action that does not fit the current step is ignored. */
export function nextRunState(state: RunState, action: RunAction): RunState {
  switch (action.type) {
    case 'sent':
      return isBusy(state) ? state : { step: 'sending', order: action.order, isStopping: false };
    case 'taken':
      return state.step === 'sending' ? taken(state, action.token) : state;
    case 'observed':
      return state.step === 'under-way' ? observed(state, action.run) : state;
    case 'unreachable':
      return state.step === 'under-way' ? { ...state, isUnreachable: true } : state;
    case 'stop-asked':
      return isUnderWay(state) ? { ...state, isStopping: true } : state;
    case 'stop-refused':
      return isUnderWay(state) ? { ...state, isStopping: false } : state;
    case 'failed':
      return failed(state, action.failure, action.detail);
    case 'asked-again':
      return state.step === 'failed' && state.following
        ? taken({ ...state.following, isStopping: false }, state.following.token)
        : state;
    case 'dismissed':
      break;
  }
  return state.step === 'failed' ? idle : state;
}

type UnderWay = Extract<RunState, { step: 'under-way' }>;

function isUnderWay(state: RunState): state is Extract<RunState, { isStopping: boolean }> {
  return isBusy(state);
}

function taken(sent: { order: RunOrder; isStopping: boolean }, token: string): UnderWay {
  return {
    step: 'under-way',
    order: sent.order,
    token,
    phase: 'queued',
    queuePlace: null,
    isStopping: sent.isStopping,
    isUnreachable: false,
  };
}

function observed(state: UnderWay, run: Run): RunState {
  if (hasEnded(run)) {
    const { order, token } = state;
    return { step: 'ended', order, token, result: readRunResult(run) };
  }
  return {
    ...state,
    phase: phaseOf(run),
    queuePlace: run.queue_place ?? null,
    isUnreachable: false,
  };
}

function phaseOf(run: Run): RunPhase {
  if (run.phase === 'compiling' || run.phase === 'running') return run.phase;
  // Services without phases only report that the run is in progress.
  return run.status?.id === 2 ? 'processing' : 'queued';
}

function failed(state: RunState, failure: RunFailure, detail: string | null): RunState {
  if (failure === 'empty' && isBusy(state)) return state;
  const following = state.step === 'under-way' ? { order: state.order, token: state.token } : null;
  return { step: 'failed', failure, detail, following };
}
