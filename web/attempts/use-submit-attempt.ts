import { ALREADY_SUBMITTED, getAttemptStatus, submitAttempt } from '@vlabs/contract/attempts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call, CallError } from '../platform/call.ts';
import { currentSession } from '../platform/stored-session.ts';
import { toast, toastError, toastSuccess } from '../ui/toast.ts';
import type { OpenAttempt } from './open-attempt.ts';

export const TIME_IS_UP = 'Time is up! Submitting your quiz...';
const TRY_AGAIN_MS = 2000;

/** Submits the attempt, by hand or when its time is up, and leads to what became of it. */
export function useSubmitAttempt(attempt: OpenAttempt) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [submitting, setSubmitting] = useState<'by-hand' | 'time-up' | null>(null);
  const isLeft = useRef(false);
  const isTimeUp = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, [attempt]);

  const leave = useCallback(
    (message: string | null) => {
      if (isLeft.current) return;
      isLeft.current = true;
      attempt.session.finish();
      if (message === ALREADY_SUBMITTED) toast(message);
      else if (message !== null) toastSuccess(message);
      void queryClient.invalidateQueries({ queryKey: ['quizzes'] });
      void navigate(`/tests/quiz/${attempt.uniqueId}/submitted`, { replace: true });
    },
    [attempt, navigate, queryClient],
  );

  const submitByHand = useCallback(async () => {
    setSubmitting('by-hand');
    try {
      leave(await send(attempt));
    } catch (error) {
      if (isTakenOver(error)) attempt.session.giveUp();
      else toastError(describeFailure(error));
      setSubmitting(null);
    }
  }, [attempt, leave]);

  /** Goes on until the server has it, however long it is away. */
  const submitTimeUp = useCallback(async () => {
    if (isTimeUp.current) return;
    isTimeUp.current = true;
    setSubmitting('time-up');
    for (let tries = 0; !isLeft.current; tries += 1) {
      try {
        if (await goesOn(attempt)) break;
        if (tries === 0) toast(TIME_IS_UP);
        leave(await send(attempt));
      } catch (error) {
        if (error instanceof Ended) leave(ALREADY_SUBMITTED);
        else if (isTakenOver(error)) attempt.session.giveUp();
        else if (tries === 0) toastError(describeFailure(error, true));
        if (isTakenOver(error)) break;
      }
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    }
    isTimeUp.current = false;
    if (!isLeft.current) setSubmitting(null);
  }, [attempt, leave]);

  const leaveEnded = useCallback(() => leave(ALREADY_SUBMITTED), [leave]);

  return { submitting, submitByHand, submitTimeUp, leaveEnded };
}

/** Somebody or the server has submitted it before. */
class Ended extends Error {}

/** True when the deadline was moved, so that there is time again. */
async function goesOn({ uniqueId, userId, clock }: OpenAttempt): Promise<boolean> {
  const status = await call(getAttemptStatus, { params: { uniqueId, userId } });
  if (status.completed) throw new Ended();
  const { remainingMs, endedTime } = status;
  if (remainingMs === null || endedTime === null || remainingMs === 0) return false;
  clock.set({ remainingMs, endedTime });
  return true;
}

/** What the server says; a second submission is as good as the first. */
async function send({ uniqueId, userId, tab, session }: OpenAttempt): Promise<string> {
  const submissionTime = new Date().toISOString();
  const { marks: markedAnswers } = session.current();
  const body = { userId, submissionTime, markedAnswers, tab };
  try {
    return (await call(submitAttempt, { params: { uniqueId }, body })).message;
  } catch (error) {
    if (error instanceof CallError && error.code === 'already_submitted') return ALREADY_SUBMITTED;
    throw error;
  }
}

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
