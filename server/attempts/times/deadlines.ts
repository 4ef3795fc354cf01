/** When a quiz closes and how long one may sit it. Zero: no such limit. */
export interface Times {
  closesAtMs: number;
  timeLimitMs: number;
}

/** Other times for one person or a group; null leaves a time as it is. */
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
 * The times that hold for one person, by Moodle's rules: for each time an override of the person
 * beats those of their groups, of several groups the most generous counts, and any beats the quiz.
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

/** No limit is the most generous of all; null where nothing is said. */
function mostGenerous(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  if (known.length === 0) return null;
  return known.includes(0) ? 0 : Math.max(...known);
}

/** D = min(start + TimeLimit, End). Null where neither limits it. */
export function deadlineOf({ closesAtMs, timeLimitMs }: Times, startedAtMs: number): number | null {
  const limits = [
    ...(closesAtMs === 0 ? [] : [closesAtMs]),
    ...(timeLimitMs === 0 ? [] : [startedAtMs + timeLimitMs]),
  ];
  return limits.length === 0 ? null : Math.min(...limits);
}

/** What arrives at the very moment D + G still counts. */
export function arrivesInTime(arrivedAtMs: number, deadlineMs: number, graceMs: number): boolean {
  return arrivedAtMs <= deadlineMs + graceMs;
}

export function remainingMs(deadlineMs: number, nowMs: number): number {
  return Math.max(0, deadlineMs - nowMs);
}
