import {
  AttemptEvents,
  followAttempt,
  getAttemptStatus,
} from '@vlabs/contract/attempts/attempt-events';
import { useEffect, useState } from 'react';
import { call } from '../../platform/calls/call.ts';
import { subscribeToSession } from '../../platform/storage/stored-session.ts';
import type { OpenAttempt } from '../session/open-attempt.ts';
import { watchOtherPages } from '../session/other-pages.ts';
import { followOrAsk } from '../session/follow-or-ask.ts';
import { notePastes } from '../session/note-pastes.ts';
import { PageSteps } from '../session/page-steps.ts';

interface Announcement {
  id: number;
  text: string;
}

export interface Received {
  announcements: readonly Announcement[];
  /** The new deadline, if it was moved while the page was open. */
  movedTo: string | null;
}

/** Keeps the page up to date: on server events, after sleep and after reconnecting. */
export function useAttemptEvents(attempt: OpenAttempt, onEnded: () => void): Received {
  const [received, setReceived] = useState<Received>({ announcements: [], movedTo: null });

  useEffect(() => {
    const { session, clock, uniqueId, tab } = attempt;
    const controller = new AbortController();
    const steps = new PageSteps(uniqueId);
    const address = `${followAttempt.path.replace(':uniqueId', uniqueId)}?tab=${tab}`;
    let lastAnnouncement = 0;
    const onEvent = (event: string, data: unknown) => {
      if (event === 'deadline') {
        const deadline = AttemptEvents.deadline.parse(data);
        if (clock.set(deadline))
          setReceived((before) => ({ ...before, movedTo: deadline.endedTime }));
      } else if (event === 'announcement') {
        const announcement = AttemptEvents.announcement.parse(data);
        // A new stream begins with all announcements.
        if (announcement.id <= lastAnnouncement) return;
        lastAnnouncement = announcement.id;
        setReceived((before) => ({
          ...before,
          announcements: [...before.announcements, announcement],
        }));
      } else if (event === 'taken-over') session.giveUp();
      else if (event === 'ended') onEnded();
    };
    let wasOpen = true;
    const onLine = (isOpen: boolean) => {
      if (isOpen !== wasOpen) steps.add(isOpen ? 'reconnect' : 'connection-lost');
      wasOpen = isOpen;
      if (isOpen) session.tryNow();
    };
    const ask = async (signal: AbortSignal) => {
      for (const { event, data } of await askForEvents(attempt, lastAnnouncement, signal)) {
        if (!signal.aborted) onEvent(event, data);
      }
    };
    followOrAsk(address, { onEvent, onLine, ask, signal: controller.signal });
    const stopWatching = watchOtherPages(attempt, () => session.giveUp());
    const stopWaking = onWake(() => void sync(attempt));
    const stopNoting = noteFocus(steps);
    const stopPastes = notePastes(steps, attempt.sitting.pastes ?? 'told');
    const stopLogin = subscribeToSession(() => session.tryNow());
    return () => {
      controller.abort();
      stopWatching();
      stopWaking();
      stopNoting();
      stopPastes();
      stopLogin();
    };
  }, [attempt, onEnded]);

  return received;
}

/** What the event stream would have sent. */
async function askForEvents(
  { uniqueId, userId, tab }: OpenAttempt,
  after: number,
  signal: AbortSignal,
): Promise<{ event: string; data: unknown }[]> {
  const asked = { params: { uniqueId, userId }, query: { tab, after } };
  const status = await call(getAttemptStatus, asked, { signal });
  const { remainingMs, endedTime, announcements = [], isTakenOver, completed } = status;
  return [
    ...(endedTime === null ? [] : [{ event: 'deadline', data: { remainingMs, endedTime } }]),
    ...announcements.map((data) => ({ event: 'announcement', data })),
    ...(isTakenOver === true ? [{ event: 'taken-over', data: {} }] : []),
    ...(completed ? [{ event: 'ended', data: {} }] : []),
  ];
}

/** Fetches the time left, and sends waiting answers. */
async function sync({ session, clock, uniqueId, userId }: OpenAttempt): Promise<void> {
  session.tryNow();
  try {
    const status = await call(getAttemptStatus, { params: { uniqueId, userId } });
    const { remainingMs, endedTime } = status;
    if (remainingMs !== null && endedTime !== null) clock.set({ remainingMs, endedTime });
  } catch {
    // The clock continues with the last known time; the next save corrects it.
  }
}

/** After sleep, on focus, from the back-forward cache, and when online again. */
function onWake(wake: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const wakeIfVisible = () => {
    if (document.visibilityState === 'visible') wake();
  };
  window.addEventListener('focus', wake, { signal });
  window.addEventListener('pageshow', wake, { signal });
  window.addEventListener('online', wake, { signal });
  document.addEventListener('visibilitychange', wakeIfVisible, { signal });
  return () => listening.abort();
}

function noteFocus(steps: PageSteps): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('blur', () => steps.add('focus-lost'), { signal });
  window.addEventListener('focus', () => steps.add('focus-regained'), { signal });
  return () => listening.abort();
}
