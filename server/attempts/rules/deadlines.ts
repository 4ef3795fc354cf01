/** When a quiz closes and how long an attempt may take. Zero means no limit. */
export interface Times {
  closesAtMs: number;
  timeLimitMs: number;
}

/** Other times for a person or group; null keeps a time. */
export interface Override {
  who: string;
  closesAtMs: number | null;
  timeLimitMs: number | null;
}

export interface Sitter {
  person: string;
  groups: readonly string[];
}

/**
 * The times for one person, by Moodle's rules: for each time, the person's override beats those of their groups, the
 * most generous group counts, and any override beats the quiz.
 */
export function effectiveTimes(
  quiz: Times,
  overrides: readonly Override[],
  { person, groups }: Sitter,
): Times {
  const own = overrides.filter(({ who }) => who === person);
  const ofGroups = overrides.filter(({ who }) => groups.includes(who));
  const choose = (time: keyof Times) =>
    mostGenerous(own.map((override) => override[time])) ??
    mostGenerous(ofGroups.map((override) => override[time])) ??
    quiz[time];
  return { closesAtMs: choose('closesAtMs'), timeLimitMs: choose('timeLimitMs') };
}

/** No limit is the most generous; null if nothing is set. */
function mostGenerous(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  if (known.length === 0) return null;
  return known.includes(0) ? 0 : Math.max(...known);
}

/** D = min(start + TimeLimit, End). Null if neither applies. */
export function deadlineOf({ closesAtMs, timeLimitMs }: Times, startedAtMs: number): number | null {
  const limits = [
    ...(closesAtMs === 0 ? [] : [closesAtMs]),
    ...(timeLimitMs === 0 ? [] : [startedAtMs + timeLimitMs]),
  ];
  return limits.length === 0 ? null : Math.min(...limits);
}

/** Requests arriving exactly at D + G still count. */
export function arrivesInTime(arrivedAtMs: number, deadlineMs: number, graceMs: number): boolean {
  return arrivedAtMs <= deadlineMs + graceMs;
}

export function remainingMs(deadlineMs: number, nowMs: number): number {
  return Math.max(0, deadlineMs - nowMs);
}
