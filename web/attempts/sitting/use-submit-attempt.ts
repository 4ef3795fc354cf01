import { getAttemptStatus } from '@vlabs/contract/attempts/attempt-events';
import { ALREADY_SUBMITTED, submitAttempt } from '@vlabs/contract/attempts/attempts';
import { listQuizzes } from '@vlabs/contract/quizzes/quizzes';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call, CallError, keyOf } from '../../platform/calls/call.ts';
import { delayAfter, pause, withRetries } from '../../platform/retry.ts';
import { currentSession } from '../../platform/storage/stored-session.ts';
import { toast, toastError, toastSuccess } from '../../ui/toast.ts';
import type { OpenAttempt } from '../session/open-attempt.ts';

export const TIME_IS_UP = 'Time is up! Submitting your quiz...';
const TRY_AGAIN_MS = 2000;
/** Delays between tries by hand that the server refused only for now. */
const PAUSES_MS = [1000, 2000, 4000];

/** Submits the attempt, by hand or when its time is up, and opens the result page. */
export function useSubmitAttempt(attempt: OpenAttempt) {
  const leave = useLeave(attempt);
  const [submitting, setSubmitting] = useState<'by-hand' | 'time-up' | null>(null);
  const timeUp = useRef<AbortController | null>(null);
  useEffect(() => () => timeUp.current?.abort(), []);

  const submitByHand = useCallback(async () => {
    setSubmitting('by-hand');
    try {
      const submit = () => send(attempt);
      leave(await withRetries(submit, { pausesMs: PAUSES_MS, isWorthIt: isRefusedForNow }));
    } catch (error) {
      if (isTakenOver(error)) attempt.session.giveUp();
      else toastError(describeFailure(error));
      setSubmitting(null);
    }
  }, [attempt, leave]);

  const submitTimeUp = useCallback(async () => {
    if (timeUp.current) return;
    timeUp.current = new AbortController();
    setSubmitting('time-up');
    const message = await submitWithRetries(attempt, timeUp.current.signal);
    timeUp.current = null;
    if (message === null) setSubmitting(null);
    else leave(message);
  }, [attempt, leave]);

  const leaveEnded = useCallback(() => leave(ALREADY_SUBMITTED), [leave]);

  return { submitting, submitByHand, submitTimeUp, leaveEnded };
}

function useLeave(attempt: OpenAttempt): (message: string) => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isLeft = useRef(false);
  return useCallback(
    (message: string) => {
      if (isLeft.current) return;
      isLeft.current = true;
      attempt.session.finish();
      if (message === ALREADY_SUBMITTED) toast(message);
      else toastSuccess(message);
      void queryClient.invalidateQueries({ queryKey: keyOf(listQuizzes) });
      void navigate(`/tests/quiz/${attempt.uniqueId}/submitted`, { replace: true });
    },
    [attempt, navigate, queryClient],
  );
}

/**
 * Submits when the time is up and retries until the server answers, however long that takes.
 * Returns the server's reply, or null if there is time again, another page took over, or this page
 * was left.
 */
async function submitWithRetries(
  attempt: OpenAttempt,
  signal: AbortSignal,
): Promise<string | null> {
  let isFirst = true;
  while (!signal.aborted) {
    try {
      const state = await askWhetherOver(attempt);
      if (state === 'submitted') return ALREADY_SUBMITTED;
      if (state === 'goes-on') return null;
      if (isFirst) toast(TIME_IS_UP);
      return await send(attempt);
    } catch (error) {
      if (isTakenOver(error)) {
        attempt.session.giveUp();
        return null;
      }
      if (isFirst) toastError(describeFailure(error, true));
      isFirst = false;
      await pause(delayAfter(error, TRY_AGAIN_MS), signal);
    }
  }
  return null;
}

async function askWhetherOver(attempt: OpenAttempt): Promise<'submitted' | 'goes-on' | 'over'> {
  const { uniqueId, userId, clock } = attempt;
  const status = await call(getAttemptStatus, { params: { uniqueId, userId } });
  if (status.completed) return 'submitted';
  const { remainingMs, endedTime } = status;
  if (remainingMs === null || endedTime === null || remainingMs === 0) return 'over';
  clock.set({ remainingMs, endedTime });
  return 'goes-on';
}

/** The server's reply. A repeated submission counts as a success. */
async function send({ uniqueId, userId, tab, session }: OpenAttempt): Promise<string> {
  const submissionTime = new Date().toISOString();
  const { answers: markedAnswers } = session.current();
  const body = { userId, submissionTime, markedAnswers, tab };
  try {
    return (await call(submitAttempt, { params: { uniqueId }, body })).message;
  } catch (error) {
    if (error instanceof CallError && error.code === 'already_submitted') return ALREADY_SUBMITTED;
    throw error;
  }
}

const isRefusedForNow = (error: unknown) =>
  error instanceof CallError && error.retryAfterMs !== null;

const isTakenOver = (error: unknown) => error instanceof CallError && error.code === 'taken_over';

function describeFailure(error: unknown, isAutomatic = false): string {
  const isSignedOut = error instanceof CallError && error.status === 401;
  if (isSignedOut || currentSession().user === null) {
    return isAutomatic
      ? 'User not authenticated. Cannot submit quiz.'
      : 'Unable to submit quiz. Please log in again.';
  }
  return 'Failed to submit quiz.';
}
