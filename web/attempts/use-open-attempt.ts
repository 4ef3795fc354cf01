import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { CallError } from '../platform/call.ts';
import { toastError } from '../ui/toast.ts';
import { openAttempt, type OpenAttempt } from './open-attempt.ts';
import { tellOtherPages } from './other-pages.ts';

/** Opens the attempt of this page; null until it is there. A failure leads back to the list of tests. */
export function useOpenAttempt(userId: string, uniqueId: string) {
  const navigate = useNavigate();
  const [attempt, setAttempt] = useState<OpenAttempt | null>(null);
  const [opening, setOpening] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    let opened: OpenAttempt | null = null;
    if (userId === '') {
      toastError('User authentication failed. Please log in again.');
      void navigate('/login');
      return;
    }
    openAttempt(userId, uniqueId, controller.signal)
      .then((next) => {
        if (controller.signal.aborted) return;
        opened = next;
        tellOtherPages(next);
        setAttempt(next);
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted || isSignedOut(error)) return;
        toastError(describeFailure(error));
        void navigate('/tests', { replace: true });
      });
    return () => {
      controller.abort();
      opened?.session.close();
    };
  }, [userId, uniqueId, opening, navigate]);

  /** Takes the attempt over from the page that writes it now. */
  const openAgain = useCallback(() => {
    setAttempt(null);
    setOpening((count) => count + 1);
  }, []);

  return { attempt, openAgain };
}

/** The offer to sign in again stands over the page; afterwards it is opened anew. */
const isSignedOut = (error: unknown) => error instanceof CallError && error.status === 401;

function describeFailure(error: unknown): string {
  if (!(error instanceof CallError) || error.code === 'no_answer') {
    return 'Failed to load quiz data.';
  }
  if (error.code !== 'unreadable') return error.message;
  return error.status === 200 ? 'Invalid quiz data received.' : 'Failed to load quiz data.';
}
