import { useElementSize } from '@mantine/hooks';
import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import IconCircleCheck from '~icons/circle-check';
import IconClock from '~icons/clock';
import IconEye from '~icons/eye';
import IconEyeOff from '~icons/eye-off';
import IconLoader2 from '~icons/loader-2';
import { type ReactNode, useEffect, useState, useRef } from 'react';
import { formatTime } from '../../ui/dates/dates.ts';
import type { AttemptClock } from '../session/attempt-clock.ts';
import type { Saving } from '../session/attempt-session.ts';
import classes from './AttemptBar.module.css';
import { formatTimeLeft, announcementOf } from '../../platform/time-left.ts';
import { setSteadyInterval } from '../../platform/steady-timers.ts';

const TICK_MS = 1000;

/** The time left, updated every second; calls back when it is over. */
function useTimeLeft(clock: AttemptClock, onTimeUp: () => void) {
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

const LAST_MINUTES_MS = 5 * 60_000;

interface AttemptBarProps {
  clock: AttemptClock;
  saving: Saving;
  submitting: 'by-hand' | 'time-up' | null;
  onTimeUp: () => void;
  onSubmit: () => void;
  /** What the student must not miss. */
  notices: ReactNode;
  /** Topic of the test. */
  children: ReactNode;
}

/** Sticky bar with the topic, the time left, the save state and Submit Quiz. */
export function AttemptBar(props: AttemptBarProps) {
  const { clock, saving, submitting, onTimeUp, onSubmit, notices, children } = props;
  const { ref, height } = useElementSize();
  // What gets the focus is scrolled to below the bar.
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--vlabs-bar-height', `${height}px`);
    return () => {
      style.removeProperty('--vlabs-bar-height');
    };
  }, [height]);
  return (
    <div ref={ref} className={classes.bar}>
      <div className={classes.inner}>
        <div className={classes.title}>{children}</div>
        <SavedState saving={saving} />
        <TimeLeft clock={clock} onTimeUp={onTimeUp} />
        <Button className={classes.submit ?? ''} loading={submitting !== null} onClick={onSubmit}>
          Submit Quiz
        </Button>
      </div>
      {notices}
    </div>
  );
}

function TimeLeft({ clock, onTimeUp }: { clock: AttemptClock; onTimeUp: () => void }) {
  const { remainingMs, announcement } = useTimeLeft(clock, onTimeUp);
  const [isHidden, setIsHidden] = useState(false);
  const Icon = isHidden ? IconEye : IconEyeOff;
  return (
    <div className={classes.time} data-short={remainingMs <= LAST_MINUTES_MS}>
      <IconClock size={18} aria-hidden />
      <span role="timer" aria-live="off">
        {isHidden ? (
          'Time is hidden'
        ) : (
          <>
            Time Left: <span className={classes.digits}>{formatTimeLeft(remainingMs)}</span>
          </>
        )}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={isHidden ? 'Show the time' : 'Hide the time'}
        onClick={() => setIsHidden(!isHidden)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
    </div>
  );
}

const savedIcons = {
  saved: IconCircleCheck,
  saving: IconLoader2,
  'not-saved': IconAlertTriangle,
  unchanged: null,
};

function SavedState({ saving }: { saving: Saving }) {
  const Icon = savedIcons[saving.is];
  return (
    <output className={classes.saved} data-state={saving.is}>
      {Icon && <Icon size={18} aria-hidden />}
      <span>{describeSaving(saving)}</span>
    </output>
  );
}

function describeSaving(saving: Saving): string {
  if (saving.is === 'saved') return `Saved ${formatTime(saving.at)}`;
  if (saving.is === 'saving') return 'Saving…';
  return saving.is === 'not-saved' ? 'Not saved – retrying' : '';
}
