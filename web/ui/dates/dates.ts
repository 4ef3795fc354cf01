import { formatKolkataMoment, withCapitals } from '@vlabs/contract/text/kolkata-words';

const kolkata = { timeZone: 'Asia/Kolkata' } as const;

const day = new Intl.DateTimeFormat('en-IN', { ...kolkata, dateStyle: 'long' });
const shortDay = new Intl.DateTimeFormat('en-IN', { ...kolkata, dateStyle: 'medium' });
const time = new Intl.DateTimeFormat('en-IN', { ...kolkata, timeStyle: 'medium', hour12: true });
const timeOfDay = new Intl.DateTimeFormat('en-IN', {
  ...kolkata,
  timeStyle: 'short',
  hour12: true,
});
const weekdays = new Intl.DateTimeFormat('en-IN', { ...kolkata, weekday: 'long' });
const distance = new Intl.RelativeTimeFormat('en-IN', { numeric: 'auto', style: 'short' });

/** `16 November 2026`, for a timestamp or a day. */
export function formatDay(date: string): string {
  return day.format(new Date(date));
}

/** `16 Nov 2026`, in Indian Standard Time. */
export function formatShortDay(timestamp: string): string {
  return shortDay.format(new Date(timestamp));
}

/** `16 Nov 2026, 4:05 PM`, in Indian Standard Time. */
export function formatMoment(timestamp: string): string {
  return formatKolkataMoment(new Date(timestamp));
}

/** `16 Nov 2026, 4:05 PM (2 hr ago)`, for a sentence. */
export function formatMomentBeside(timestamp: string, now: number): string {
  return `${formatMoment(timestamp)} (${formatDistance(timestamp, now)})`;
}

/** `Sunday 22 November 2026`, for a timestamp or a day. */
export function writeOutDay(date: string): string {
  return `${weekdays.format(new Date(date))} ${formatDay(date)}`;
}

/**
 * `Sunday 22 November 2026, 5:30 PM`, in Indian Standard Time. Unambiguous between day and month.
 */
export function writeOutMoment(chosen: Date): string {
  const timestamp = chosen.toISOString();
  return `${writeOutDay(timestamp)}, ${formatTimeOfDay(timestamp)}`;
}

/** `10:42:07 AM`, in Indian Standard Time. */
export function formatTime(timestamp: string): string {
  return withCapitals(time.format(new Date(timestamp)));
}

/** `10:42 AM`, in Indian Standard Time. */
export function formatTimeOfDay(timestamp: string): string {
  return withCapitals(timeOfDay.format(new Date(timestamp)));
}

const DAY_MS = 86_400_000;
const KOLKATA_AHEAD_MS = 5.5 * 3_600_000;
const steps = [
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** Calendar days in India since the epoch. */
const kolkataDay = (ms: number): number => Math.floor((ms + KOLKATA_AHEAD_MS) / DAY_MS);

/** `2 hr ago` or `in 3 days`, seen from `now`; days are calendar days in India. */
export function formatDistance(timestamp: string, now: number): string {
  const then = new Date(timestamp).getTime();
  const ms = then - now;
  if (Math.abs(ms) >= DAY_MS) return distance.format(kolkataDay(then) - kolkataDay(now), 'day');
  const step = steps.find((candidate) => Math.abs(ms) >= candidate.ms);
  return step ? distance.format(Math.trunc(ms / step.ms), step.unit) : 'just now';
}
