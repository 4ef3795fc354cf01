import type { StartQueue } from '@vlabs/contract/attempts/attempts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { CallError } from '../../platform/calls/call.ts';
import { useSession } from '../../platform/calls/session.ts';
import { toastError } from '../../ui/toast.ts';
import { findKindsToLoad, loadFields } from './load-fields.ts';
import { openAttempt, type OpenAttempt } from './open-attempt.ts';
import { announceOpening } from './other-pages.ts';

interface Opened {
  /** Null while it is opened. */
  attempt: OpenAttempt | null;
  /** The place in line while many students start; null otherwise. */
  queue: StartQueue | null;
}

/** The attempt of this page. Redirects to the list of tests on failure. */
export function useOpenAttempt(userId: string, uniqueId: string): Opened {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [attempt, setAttempt] = useState<OpenAttempt | null>(null);
  const [queue, setQueue] = useState<StartQueue | null>(null);
  const { ended } = useSession();
  // The sign-in dialog covers the page, and the attempt is opened after the login.
  const isSignedOut = ended && attempt === null;

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let opened: OpenAttempt | null = null;
    const open = async () => {
      try {
        // Before the start, so that it takes none of the student's time and needs no connection later.
        await loadFields(findKindsToLoad(queryClient, uniqueId));
        if (signal.aborted) return;
        const next = await openAttempt({ userId, uniqueId, signal, onQueue: setQueue });
        if (signal.aborted) return;
        opened = next;
        announceOpening(next);
        setAttempt(next);
      } catch (error) {
        if (signal.aborted || isRefusedToken(error)) return;
        const refusal = describeFailure(error);
        toastError(refusal);
        void navigate('/tests', { replace: true, state: { refusal } });
      }
    };
    if (userId === '') {
      toastError('User authentication failed. Please log in again.');
      void navigate('/login');
    } else if (!isSignedOut) void open();
    return () => {
      controller.abort();
      opened?.session.close();
    };
  }, [userId, uniqueId, isSignedOut, navigate, queryClient]);

  return { attempt, queue };
}

const isRefusedToken = (error: unknown) => error instanceof CallError && error.status === 401;

function describeFailure(error: unknown): string {
  if (!(error instanceof CallError) || error.code === 'no_answer') {
    return 'Failed to load quiz data.';
  }
  if (error.code !== 'unreadable') return error.message;
  return error.status === 200 ? 'Invalid quiz data received.' : 'Failed to load quiz data.';
}
