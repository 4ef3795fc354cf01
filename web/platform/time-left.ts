/** What is announced to who cannot see the clock, in minutes. */
const ANNOUNCED_MINUTES = [30, 10, 5, 1];

/** `mm:ss`; a test of more than 99 minutes has more digits before the colon. */
export function formatTimeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** What is to be said when the time goes from one value to a lower one; null: nothing. */
export function announcementOf(beforeMs: number, nowMs: number): string | null {
  const passed = ANNOUNCED_MINUTES.findLast((minutes) => {
    const ms = minutes * 60_000;
    return beforeMs > ms && nowMs <= ms && nowMs > 0;
  });
  if (passed === undefined) return null;
  return passed === 1 ? '1 minute left.' : `${passed} minutes left.`;
}

const two = (count: number): string => String(count).padStart(2, '0');
