import {
  formatDistance,
  formatShortDay,
  formatTime,
  formatTimeOfDay,
  writeOutDay,
} from './dates.ts';
import classes from './Moment.module.css';
import { useMinute } from './use-minute.ts';

interface MomentProps {
  at: string;
  /** With seconds, for events close together. */
  withSeconds?: boolean;
}

/**
 * A timestamp with its relative time: at most two lines, the day above the time if space is short.
 */
export function Moment({ at, withSeconds = false }: MomentProps) {
  const now = useMinute();
  return (
    <time className={classes.moment} dateTime={at} title={`${writeOutDay(at)}, ${formatTime(at)}`}>
      <span className={classes.day}>{formatShortDay(at)},</span>{' '}
      <span className={classes.clock}>
        <span>{withSeconds ? formatTime(at) : formatTimeOfDay(at)}</span>{' '}
        <span className={classes.distance}>({formatDistance(at, now)})</span>
      </span>
    </time>
  );
}
