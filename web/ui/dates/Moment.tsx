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
  /** Where things follow each other within a minute. */
  withSeconds?: boolean;
}

/** A point in time with how far it is: at most two lines, the day above the time where there is little room. */
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
