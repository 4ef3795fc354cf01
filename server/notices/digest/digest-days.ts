/** Asia/Kolkata has no daylight saving time. */
const KOLKATA_AHEAD_MS = 5.5 * 3_600_000;
const ONE_DAY_MS = 86_400_000;
const SEVEN_MS = 7 * 3_600_000;

/** The day in Asia/Kolkata: `2026-11-27`. */
export const dayOf = (nowMs: number): string =>
  new Date(nowMs + KOLKATA_AHEAD_MS).toISOString().slice(0, 10);

/** Until 07:00 in Asia/Kolkata of the same day; negative after it. */
export const msUntilSeven = (nowMs: number): number =>
  SEVEN_MS - ((nowMs + KOLKATA_AHEAD_MS) % ONE_DAY_MS);
