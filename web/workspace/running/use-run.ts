import { createRun, getRun, type Run, stopRun } from '@vlabs/contract/running/runs';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { call, CallError, isTemporary } from '../../platform/calls/call.ts';
import { withRetries, pause } from '../../platform/retry.ts';
import { isRecord } from '../../platform/records.ts';
import { encodeBase64Text } from '../../platform/base64-text.ts';
import type { NamedInput } from '../inputs/inputs.ts';
import { hasEnded } from './run-result.ts';
import {
  idle,
  isBusy,
  nextRunState,
  type RunAction,
  type RunFailure,
  type RunOrder,
  type RunState,
} from './run-state.ts';

/** Most runs of a first course end within this, and then need no second question. */
const shortWaitMs = 100;
const firstLookMs = 120;
const nextLookMs = 300;
/** A program that runs for long is looked at less often. */
const longestLookMs = 1000;
/** Waits between questions that the server does not answer: about as long as it takes to start again. */
const pausesMs = [500, 1000, 2000, 4000, 4000];

const asBase64 = { base64_encoded: 'true' };

interface RunInput extends RunOrder {
  stdin: string;
}

export interface UseRun {
  state: RunState;
  execute: (input: RunInput) => void;
  stop: () => void;
  /** Asks after a run whose state could not be read. */
  checkAgain: () => void;
  dismiss: () => void;
}

/** Sends one program at a time and follows it to its end. */
export function useRun(assignment: string): UseRun {
  const [state, dispatch] = useReducer(nextRunState, idle);
  const following = useRef<AbortController | null>(null);
  const isStopWanted = useRef(false);

  useEffect(() => () => following.current?.abort(), []);

  const begin = useCallback((work: (signal: AbortSignal) => Promise<void>) => {
    following.current?.abort();
    const controller = new AbortController();
    following.current = controller;
    work(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) dispatch(failureOf('other', error));
    });
  }, []);

  const busy = isBusy(state);
  const execute = useCallback(
    (input: RunInput) => {
      if (busy) return;
      if (input.source.trim() === '') {
        dispatch({ type: 'failed', failure: 'empty', detail: null });
        return;
      }
      isStopWanted.current = false;
      const { stdin: _stdin, ...order } = input;
      dispatch({ type: 'sent', order });
      begin(async (signal) => {
        const token = await send({ ...input, assignment }, signal, dispatch);
        if (token === null) return;
        if (isStopWanted.current) void sendStop(token, dispatch);
        await follow(token, signal, dispatch);
      });
    },
    [begin, busy, assignment],
  );

  const token = state.step === 'under-way' ? state.token : null;
  const stop = useCallback(() => {
    isStopWanted.current = true;
    dispatch({ type: 'stop-asked' });
    if (token !== null) void sendStop(token, dispatch);
  }, [token]);

  const lostToken = state.step === 'failed' ? state.following?.token : undefined;
  const checkAgain = useCallback(() => {
    if (lostToken === undefined) return;
    dispatch({ type: 'asked-again' });
    begin((signal) => follow(lostToken, signal, dispatch));
  }, [begin, lostToken]);

  const dismiss = useCallback(() => dispatch({ type: 'dismissed' }), []);

  return { state, execute, stop, checkAgain, dismiss };
}

type Dispatch = (action: RunAction) => void;

/** Gives the token of a run that has to be followed; null when it has ended, or was not taken. */
async function send(
  input: RunInput & { assignment: string },
  signal: AbortSignal,
  dispatch: Dispatch,
): Promise<string | null> {
  try {
    const body = {
      source_code: encodeBase64Text(input.source),
      language_id: input.languageId,
      assignment: input.assignment,
      ...(input.inputs
        ? { inputs: input.inputs.map(encodeInput) }
        : { stdin: encodeBase64Text(input.stdin) }),
    };
    const query = { ...asBase64, wait_ms: String(shortWaitMs) };
    const run = await call(createRun, { query, body }, { signal });
    if (run.token === undefined) throw new Error('The server took the program and named no run.');
    dispatch({ type: 'taken', token: run.token });
    // Another service that speaks as Judge0 does names the run and nothing more.
    if (run.status) dispatch({ type: 'observed', run });
    return hasEnded(run) ? null : run.token;
  } catch (error) {
    if (signal.aborted) return null;
    const wasAnswered = error instanceof CallError && error.status !== 0;
    dispatch(failureOf(wasAnswered ? 'refused' : 'other', error));
    return null;
  }
}

function encodeInput({ name, stdin, expectedOutput }: NamedInput) {
  return {
    name,
    stdin: encodeBase64Text(stdin),
    expected_output: expectedOutput === '' ? null : encodeBase64Text(expectedOutput),
  };
}

/** Hears of the end at once by a question that waits for it; shorter looks meanwhile tell the phase. */
export async function follow(
  token: string,
  signal: AbortSignal,
  dispatch: Dispatch,
): Promise<void> {
  const ended = new AbortController();
  const untilEnd = AbortSignal.any([signal, ended.signal]);
  void lookAtPhases(token, untilEnd, dispatch);
  try {
    let run: Run;
    do {
      run = await askWithRetries(token, signal, dispatch);
      dispatch({ type: 'observed', run });
    } while (!hasEnded(run));
  } catch (error) {
    if (!signal.aborted) dispatch(failureOf('polling', error));
  } finally {
    ended.abort();
  }
}

async function askWithRetries(
  token: string,
  signal: AbortSignal,
  dispatch: Dispatch,
): Promise<Run> {
  const onFailure = () => dispatch({ type: 'unreachable' });
  const askForEnd = () => ask(token, { ...asBase64, wait: 'true' }, signal);
  return withRetries(askForEnd, { pausesMs, isWorthIt: isTemporary, onFailure, signal });
}

async function lookAtPhases(token: string, signal: AbortSignal, dispatch: Dispatch): Promise<void> {
  const query = { ...asBase64, fields: 'status,phase,queue_place' };
  let waitMs = firstLookMs;
  try {
    while (!signal.aborted) {
      await pause(waitMs, signal);
      waitMs = Math.min(Math.max(nextLookMs, waitMs * 1.1), longestLookMs);
      const run = await ask(token, query, signal);
      // The result itself comes with the question that waits.
      if (hasEnded(run)) return;
      dispatch({ type: 'observed', run });
    }
  } catch {
    // Whether the server answers at all is told by the question that waits.
  }
}

function ask(token: string, query: Record<string, string>, signal: AbortSignal): Promise<Run> {
  return call(getRun, { params: { token }, query }, { signal });
}

async function sendStop(token: string, dispatch: Dispatch): Promise<void> {
  try {
    await call(stopRun, { params: { token } });
  } catch {
    // The run goes on, which the status line then says; Stop can be pressed again.
    dispatch({ type: 'stop-refused' });
  }
}

/** Judge0's words. */
const queueIsFull = 'queue is full';

function failureOf(failure: RunFailure, error: unknown): RunAction {
  return { type: 'failed', failure, detail: detailOf(error) };
}

/** What the server said, or what is known of its silence; the program is kept in every case. */
function detailOf(error: unknown): string | null {
  if (!(error instanceof CallError)) return null;
  if (error.status === 0) {
    return 'The server did not answer. Check your connection: what you wrote is kept.';
  }
  if (error.status === 401) return 'Your session has ended: what you wrote is kept.';
  if (error.status === 503 && error.message === queueIsFull) {
    return 'The queue is full. Execute again in a moment: what you wrote is kept.';
  }
  // The service that runs programs refuses as Judge0 does, in a form of its own.
  if (isRecord(error.cause) && typeof error.cause['error'] === 'string') {
    return error.cause['error'];
  }
  return error.code === 'unreadable' ? null : error.message;
}
