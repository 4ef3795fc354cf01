import type { ArchiveWait } from '@vlabs/contract/archives/archives';
import type { StateOfAttempts } from './content/snapshot.queries.ts';

/** After this long, what could not be judged is archived as not judged. */
export const JUDGING_HOURS = 24;
const HOUR_MS = 3_600_000;

interface Known {
  /** End with every extension and reopening. */
  lastEndMs: number;
  graceMs: number;
  attempts: Omit<StateOfAttempts, 'changedAt'>;
  nowMs: number;
}

/** What a test waits for before it is archived; null if nothing. */
export function findWait({ lastEndMs, graceMs, attempts, nowMs }: Known): ArchiveWait | null {
  const { unsubmitted, unjudged, unjudgedSince } = attempts;
  const overMs = lastEndMs + graceMs;
  if (nowMs <= overMs) return { for: 'end', until: asMoment(overMs) };
  if (attempts.attempts === 0) return { for: 'attempts' };
  if (unsubmitted > 0) return { for: 'submissions', count: unsubmitted };
  const sinceMs = Math.max(lastEndMs, unjudgedSince?.getTime() ?? 0);
  const untilMs = sinceMs + JUDGING_HOURS * HOUR_MS;
  const waits = unjudged > 0 && nowMs <= untilMs;
  return waits ? { for: 'judging', count: unjudged, until: asMoment(untilMs) } : null;
}

const asMoment = (ms: number): string => new Date(ms).toISOString();
