/** Minutes at which the time is announced to screen readers. */
const ANNOUNCED_MINUTES = [30, 10, 5, 1];

/** `mm:ss`; tests over 99 minutes have more digits before the colon. */
export function formatTimeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** The announcement for a change of the time left; null if there is none. */
export function announcementOf(beforeMs: number, nowMs: number): string | null {
  const passed = ANNOUNCED_MINUTES.findLast((minutes) => {
    const ms = minutes * 60_000;
    return beforeMs > ms && nowMs <= ms && nowMs > 0;
  });
  if (passed === undefined) return null;
  return passed === 1 ? '1 minute left.' : `${passed} minutes left.`;
}

const two = (count: number): string => String(count).padStart(2, '0');
