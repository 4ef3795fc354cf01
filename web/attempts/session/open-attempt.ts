import { saveAnswers, type Sitting, startAttempt } from '@vlabs/contract/quizzes/attempts';
import { call, CallError, isTemporary } from '../../platform/calls/call.ts';
import { withRetries } from '../../platform/retry.ts';
import { AttemptClock } from '../sitting/attempt-clock.ts';
import { AttemptSession } from './attempt-session.ts';
import { openKeptAnswers } from './kept-answers.ts';
import { makePageId, replacePageId } from './page-id.ts';
import { personalStorage } from '../../platform/storage/personal-storage.ts';

/** Timeout after which a save is sent again. */
const SAVE_TIMEOUT_MS = 15_000;
/**
 * Delays between retries while the server or its database is unavailable: about as long as a
 * restart takes.
 */
const PAUSES_MS = [500, 1500, 3000, 5000];

/** An attempt as opened on this page. */
export interface OpenAttempt {
  uniqueId: string;
  userId: string;
  tab: string;
  sitting: Sitting;
  session: AttemptSession;
  clock: AttemptClock;
}

/** Starts the test or resumes it. From then on this page is the one that writes. */
export async function openAttempt(
  userId: string,
  uniqueId: string,
  signal: AbortSignal,
): Promise<OpenAttempt> {
  const tab = makePageId();
  const previousTab = replacePageId(tab);
  const body = { userId, tab, ...(previousTab !== null && { previousTab }) };
  const params = { uniqueId };
  const start = () => call(startAttempt, { params, query: {}, body }, { signal });
  const { data: sitting } = await withRetries(start, {
    pausesMs: PAUSES_MS,
    isWorthIt: isTemporary,
    signal,
  });
  const clock = new AttemptClock();
  clock.set(sitting);
  const session = new AttemptSession({
    sitting,
    kept: openKeptAnswers(personalStorage(userId, 'browser'), { uniqueId, tab }),
    save: async (sequence, markedAnswers) => {
      const save = { params, body: { userId, sequence, markedAnswers, tab } };
      const timeout = AbortSignal.timeout(SAVE_TIMEOUT_MS);
      return (await call(saveAnswers, save, { signal: timeout })).data;
    },
    refusalOf: (error) => (error instanceof CallError ? error : null),
    onClock: (clockTimes) => clock.set(clockTimes),
  });
  return { uniqueId, userId, tab, sitting, session, clock };
}
