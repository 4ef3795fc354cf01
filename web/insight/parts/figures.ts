const decimals = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });
const tenths = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 });

const NOT_DEFINED = 'not defined';

/** `62.5 %`, never broken across lines; null if undefined. */
export function showPercent(value: number | null): string {
  return value === null ? NOT_DEFINED : `${tenths.format(value)}\u{A0}%`;
}

/** For spreadsheets: the number, or nothing if undefined. */
export function exportPercent(value: number | null): number | '' {
  return value === null ? '' : Number(value.toFixed(4));
}

export function showNumber(value: number | null): string {
  return value === null ? NOT_DEFINED : decimals.format(value);
}

/** `under a minute`, `12 min`, or `1 h 5 min`. */
export function showMinutes(minutes: number | null): string {
  if (minutes === null) return NOT_DEFINED;
  if (minutes > 0 && minutes < 1) return 'under a minute';
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole} min`;
  const rest = whole % 60;
  return rest === 0 ? `${whole / 60} h` : `${Math.floor(whole / 60)} h ${rest} min`;
}
