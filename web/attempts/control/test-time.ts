import type { AttemptRow } from '@vlabs/contract/attempts/attempt-control';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { formatTimeLeft } from '../../platform/time-left.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface TestTime {
  label: 'Starts' | 'Ends' | 'Ended';
  /** The moment of the label. */
  at: string;
  /** The time to that moment, in words; null after the end. */
  left: string | null;
  /** The latest deadline of those who are working, if it is after End. */
  lastAt: string | null;
}

/** Where a test is in its time; null while Start or End is not known. */
export function describeTestTime(
  { startTime, endTime }: Pick<QuizRecord['formDetails'], 'startTime' | 'endTime'>,
  rows: readonly Pick<AttemptRow, 'state' | 'endedTime'>[],
  nowMs: number,
): TestTime | null {
  if (startTime === null || endTime === null) return null;
  const endMs = Date.parse(endTime);
  const startMs = Date.parse(startTime);
  if (nowMs < startMs) {
    return { label: 'Starts', at: startTime, left: writeLeft(startMs - nowMs), lastAt: null };
  }
  const lastAt = latestDeadline(rows, endMs);
  if (nowMs < endMs) return { label: 'Ends', at: endTime, left: writeLeft(endMs - nowMs), lastAt };
  return { label: 'Ended', at: endTime, left: null, lastAt };
}

function latestDeadline(
  rows: readonly Pick<AttemptRow, 'state' | 'endedTime'>[],
  afterMs: number,
): string | null {
  let last: string | null = null;
  let lastMs = afterMs;
  for (const { state, endedTime } of rows) {
    const deadlineMs = state === 'working' && endedTime !== null ? Date.parse(endedTime) : 0;
    if (deadlineMs <= lastMs) continue;
    last = endedTime;
    lastMs = deadlineMs;
  }
  return last;
}

/** `3 days 4 h left`, `2 h 05 min left`, and `mm:ss left` in the last hour. */
function writeLeft(ms: number): string {
  if (ms < HOUR_MS) return `${formatTimeLeft(ms)} left`;
  const hours = Math.floor(ms / HOUR_MS);
  if (ms < DAY_MS) {
    const minutes = String(Math.floor((ms % HOUR_MS) / 60_000)).padStart(2, '0');
    return `${hours} h ${minutes} min left`;
  }
  const days = Math.floor(hours / 24);
  return `${days} ${days === 1 ? 'day' : 'days'} ${hours % 24} h left`;
}
