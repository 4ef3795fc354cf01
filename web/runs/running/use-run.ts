import { createRun, getRun, type Run, stopRun } from '@vlabs/contract/runs/runs';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { call, CallError, isTemporary } from '../../platform/calls/call.ts';
import { withRetries, pause } from '../../platform/retry.ts';
import { isRecord } from '../../platform/records.ts';
import { encodeBase64Text } from '../../platform/base64-text.ts';
import { isQueryLanguage } from '@vlabs/contract/runs/languages';
import { type NamedInput, ruleOfInput } from '../inputs/inputs.ts';
import { hasEnded } from './run-result.ts';
import {
  idle,
  isBusy,
  nextRunState,
  type RunAction,
  type RunFailure,
  type RunOrder,
  type RunState,
  type RunLimits,
  limitFields,
} from './run-state.ts';

/** Most runs of a first course end within this time, so one request is enough. */
const SHORT_WAIT_MS = 100;
const FIRST_LOOK_MS = 120;
const NEXT_LOOK_MS = 300;
/** Longer runs are polled less often. */
const LONGEST_LOOK_MS = 1000;
/** Delays between retries when the server does not answer: about as long as a restart takes. */
const PAUSES_MS = [500, 1000, 2000, 4000, 4000];

const asBase64 = { base64_encoded: 'true' };

interface RunInput extends RunOrder {
  stdin: string;
  /** Absent for the usual ones. */
  limits?: RunLimits;
}

export interface UseRun {
  state: RunState;
  execute: (input: RunInput) => void;
  stop: () => void;
  /** Polls a run again after its state could not be read. */
  checkAgain: () => void;
  dismiss: () => void;
}

/** Runs one program at a time and follows it until it ends. */
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
      const { stdin: _stdin, limits: _limits, ...order } = input;
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

/** Returns the token of a run to follow; null if it has ended or was not accepted. */
async function send(
  input: RunInput & { assignment: string },
  signal: AbortSignal,
  dispatch: Dispatch,
): Promise<string | null> {
  try {
    const body = {
      source_code: encodeBase64Text(input.source),
      files_in_source: true,
      collect_files: true,
      ...(input.trace && { trace: true }),
      language_id: input.languageId,
      assignment: input.assignment,
      ...(input.inputs
        ? { inputs: input.inputs.map((one) => encodeInput(one, isQueryLanguage(input.languageId))) }
        : { stdin: encodeBase64Text(input.stdin) }),
      ...(input.limits && limitFields(input.limits)),
    };
    const query = { ...asBase64, wait_ms: String(SHORT_WAIT_MS) };
    const run = await call(createRun, { query, body }, { signal });
    if (run.token === undefined)
      throw new Error('The server accepted the program but returned no token.');
    dispatch({ type: 'taken', token: run.token });
    // Other Judge0-compatible services return only the token.
    if (run.status) dispatch({ type: 'observed', run });
    return hasEnded(run) ? null : run.token;
  } catch (error) {
    if (signal.aborted) return null;
    const wasAnswered = error instanceof CallError && error.status !== 0;
    dispatch(failureOf(wasAnswered ? 'refused' : 'other', error));
    return null;
  }
}

function encodeInput(input: NamedInput, isQuery: boolean) {
  const { name, stdin, expectedOutput } = input;
  const isCompared = expectedOutput !== '' || input.rule !== undefined;
  const rule = isCompared ? ruleOfInput(input, isQuery) : undefined;
  return {
    name,
    stdin: encodeBase64Text(stdin),
    expected_output: isCompared ? encodeBase64Text(expectedOutput) : null,
    comparison: rule?.comparison,
    tolerance: rule?.tolerance,
    tolerance_is: rule?.toleranceIs,
  };
}

/** A long poll reports the end immediately; shorter polls meanwhile report the phase. */
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
  return withRetries(askForEnd, { pausesMs: PAUSES_MS, isWorthIt: isTemporary, onFailure, signal });
}

async function lookAtPhases(token: string, signal: AbortSignal, dispatch: Dispatch): Promise<void> {
  const query = { ...asBase64, fields: 'status,phase,queue_place' };
  let waitMs = FIRST_LOOK_MS;
  try {
    while (!signal.aborted) {
      await pause(waitMs, signal);
      waitMs = Math.min(Math.max(NEXT_LOOK_MS, waitMs * 1.1), LONGEST_LOOK_MS);
      const run = await ask(token, query, signal);
      // The long poll brings the result itself.
      if (hasEnded(run)) return;
      dispatch({ type: 'observed', run });
    }
  } catch {
    // The long poll detects an unreachable server.
  }
}

function ask(token: string, query: Record<string, string>, signal: AbortSignal): Promise<Run> {
  return call(getRun, { params: { token }, query }, { signal });
}

async function sendStop(token: string, dispatch: Dispatch): Promise<void> {
  try {
    await call(stopRun, { params: { token } });
  } catch {
    // The run continues, as the status line shows; the student can press Stop again.
    dispatch({ type: 'stop-refused' });
  }
}

/** Judge0's message. */
const QUEUE_IS_FULL = 'queue is full';

function failureOf(failure: RunFailure, error: unknown): RunAction {
  return { type: 'failed', failure, detail: detailOf(error) };
}

/** The server's message, or what is known if it did not answer. */
function detailOf(error: unknown): string | null {
  if (!(error instanceof CallError)) return null;
  if (error.status === 0) {
    return 'The server did not answer. Check your connection. Your work is kept.';
  }
  if (error.status === 401) return 'Your session has ended. Log in again; your work is kept.';
  if (error.status === 503 && error.message === QUEUE_IS_FULL) {
    return 'The queue is full. Execute again in a moment; your work is kept.';
  }
  // Judge0-compatible services use their own error format.
  if (isRecord(error.cause) && typeof error.cause['error'] === 'string') {
    return error.cause['error'];
  }
  return error.code === 'unreadable' ? null : error.message;
}
