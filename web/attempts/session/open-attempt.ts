import { saveAnswers, type Sitting, type StartQueue } from '@vlabs/contract/attempts/attempts';
import { call, CallError } from '../../platform/calls/call.ts';
import { startInTurn } from './start-in-turn.ts';
import { AttemptClock } from './attempt-clock.ts';
import { AttemptSession } from './attempt-session.ts';
import { openKeptAnswers } from './kept-answers.ts';
import { personalStorage } from '../../platform/storage/personal-storage.ts';
import { makeRandomHex } from '../../platform/random-ids.ts';
import { tabStorage } from '../../platform/storage/browser-storage.ts';

/** Identifies this page. */
const makePageId = () => makeRandomHex(12);

const LAST_PAGE_KEY = 'vlabs.attempt-page';

/** Id of the previous page of this window, so that a reload does not count as another device. */
function replacePageId(next: string): string | null {
  try {
    const before = tabStorage().getItem(LAST_PAGE_KEY);
    tabStorage().setItem(LAST_PAGE_KEY, next);
    return before;
  } catch {
    // Without storage, a reload counts as another page; this only affects the timeline.
    return null;
  }
}

/** Timeout after which a save is sent again. */
const SAVE_TIMEOUT_MS = 15_000;

/** An attempt as opened on this page. */
export interface OpenAttempt {
  uniqueId: string;
  userId: string;
  tab: string;
  sitting: Sitting;
  session: AttemptSession;
  clock: AttemptClock;
}

interface Opening {
  userId: string;
  uniqueId: string;
  signal: AbortSignal;
  /** Called with the place in line while many students start. */
  onQueue: (queue: StartQueue) => void;
}

/** Starts the test or resumes it. From then on this page is the one that writes. */
export async function openAttempt({
  userId,
  uniqueId,
  signal,
  onQueue,
}: Opening): Promise<OpenAttempt> {
  const tab = makePageId();
  const previousTab = replacePageId(tab);
  const body = { userId, tab, ...(previousTab !== null && { previousTab }) };
  const params = { uniqueId };
  const sitting = await startInTurn({ params, body }, { signal, onQueue });
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
