/** A month; longer limits are typing mistakes. */
const MAX_HOURS = 744;

const DECIMAL_HOURS = /^(?:\d+(?:\.\d*)?|\.\d+)$/;
/** Two decimals that could be minutes. */
const HOURS_LIKE_A_CLOCK = /^(\d{1,3})\.([0-5]\d)$/;
const CLOCK = /^(\d+):([0-5]?\d)$/;
const HOURS = /^(\d+(?:\.\d+)?)\s*(?:hours|hour|hrs|hr|h)\.?/;
const MINUTES = /^(\d+(?:\.\d+)?)\s*(?:minutes|minute|mins|min|m)\.?$/;
const MINUTES_WITHOUT_UNIT = /^([0-5]?\d)$/;

/**
 * Parses a typed time limit into seconds: decimal hours (`2.40` is 144 minutes), `2hrs 40min`, `2h40`, `2:40` or `90
 * min`. Null if it cannot be parsed.
 */
export function readTimeLimit(typed: string): number | null {
  const text = typed.trim().toLowerCase();
  const minutes = readDecimal(text) ?? readClock(text) ?? readUnits(text);
  if (minutes === null) return null;
  const seconds = Math.round(minutes * 60);
  return seconds >= 1 && seconds <= MAX_HOURS * 3600 ? seconds : null;
}

function readDecimal(text: string): number | null {
  return DECIMAL_HOURS.test(text) ? Number(text) * 60 : null;
}

function readClock(text: string): number | null {
  const [, hours, minutes] = CLOCK.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

function readUnits(text: string): number | null {
  const [matched, hours] = HOURS.exec(text) ?? [];
  if (matched === undefined) {
    const [, alone] = MINUTES.exec(text) ?? [];
    return alone === undefined ? null : Number(alone);
  }
  const rest = text
    .slice(matched.length)
    .replace(/^\s*(?:,|and\b)/, '')
    .trim();
  if (rest === '') return Number(hours) * 60;
  const [, minutes] = MINUTES.exec(rest) ?? MINUTES_WITHOUT_UNIT.exec(rest) ?? [];
  return minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/**
 * Detects decimal hours that look like hours and minutes: `2.40` is 144 minutes, but many people mean 160. Returns
 * both readings in minutes, or null if there is only one.
 */
export function findTwoReadings(typed: string): { isMinutes: number; isNotMinutes: number } | null {
  const [, hours, hundredths] = HOURS_LIKE_A_CLOCK.exec(typed.trim()) ?? [];
  const seconds = readTimeLimit(typed);
  if (seconds === null || hundredths === undefined || hundredths === '00') return null;
  return { isMinutes: seconds / 60, isNotMinutes: Number(hours) * 60 + Number(hundredths) };
}

/** `2 h 24 min (144 minutes)`. */
export function describeTimeLimit(seconds: number): string {
  const minutes = Math.round((seconds / 60) * 100) / 100;
  return `${describeDuration(seconds)} (${minutes} ${minutes === 1 ? 'minute' : 'minutes'})`;
}

/** `2 h 24 min`. */
export function describeDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const;
  const spoken = parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : []));
  return spoken.join(' ');
}
