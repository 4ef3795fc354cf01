import { useEffect, useRef, useState } from 'react';
import { setSteadyInterval } from '../../platform/steady-timers.ts';
import type { AttemptClock } from '../session/attempt-clock.ts';
import { announcementOf } from '../../platform/time-left.ts';

const TICK_MS = 1000;

/** The time left, updated every second; calls back when it is over. */
export function useTimeLeft(clock: AttemptClock, onTimeUp: () => void) {
  const [remainingMs, setRemainingMs] = useState(clock.remainingMs);
  const [announcement, setAnnouncement] = useState('');
  const before = useRef(remainingMs);

  useEffect(() => {
    const tick = () => {
      const now = clock.remainingMs();
      const spoken = announcementOf(before.current, now);
      if (spoken !== null) setAnnouncement(spoken);
      before.current = now;
      setRemainingMs(now);
      if (now === 0) onTimeUp();
    };
    const stopTicking = setSteadyInterval(tick, TICK_MS);
    const unsubscribe = clock.subscribe(tick);
    return () => {
      stopTicking();
      unsubscribe();
    };
  }, [clock, onTimeUp]);

  return { remainingMs, announcement };
}
