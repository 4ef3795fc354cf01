/**
 * A ratio of integers in lowest terms with `under` above 0. Fractions of points are exact, since 1/3 has no decimal
 * form and binary fractions miss the bounds of tolerances.
 */
export interface Ratio {
  readonly over: bigint;
  readonly under: bigint;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** `under` is not 0. */
export function ratio(over: bigint | number, under: bigint | number = 1n): Ratio {
  let [above, below] = [BigInt(over), BigInt(under)];
  if (below < 0n) [above, below] = [-above, -below];
  const divisor = greatestDivisor(above, below);
  return { over: above / divisor, under: below / divisor };
}

export const NOTHING = ratio(0);
export const WHOLE = ratio(1);

export const plus = (a: Ratio, b: Ratio) =>
  ratio(a.over * b.under + b.over * a.under, a.under * b.under);
export const minus = (a: Ratio, b: Ratio) =>
  ratio(a.over * b.under - b.over * a.under, a.under * b.under);
export const times = (a: Ratio, b: Ratio) => ratio(a.over * b.over, a.under * b.under);
/** `b` is not 0. */
export const dividedBy = (a: Ratio, b: Ratio) => ratio(a.over * b.under, a.under * b.over);
export const isAtMost = (a: Ratio, b: Ratio) => a.over * b.under <= b.over * a.under;
export const isSame = (a: Ratio, b: Ratio) => a.over === b.over && a.under === b.under;
export const smallest = (a: Ratio, b: Ratio) => (isAtMost(a, b) ? a : b);
export const greatest = (a: Ratio, b: Ratio) => (isAtMost(a, b) ? b : a);
export const sumOf = (ratios: readonly Ratio[]) => ratios.reduce(plus, NOTHING);
export const sizeOf = (a: Ratio) => (a.over < 0n ? ratio(-a.over, a.under) : a);

/** Nobody types more digits or a longer exponent; they would cost time and memory. */
const MAX_DIGITS = 100;
const MAX_EXPONENT = 400;

/**
 * Parses a decimal with a point and an optional exponent exactly: `-11.68`, `.5`, `3.`, `1e-20`. Null if invalid,
 * over 100 digits, or with an exponent over 400.
 */
export function readDecimal(text: string): Ratio | null {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,9}))?$/i.exec(text);
  if (!parts) return null;
  const [, sign, whole = '', part = '', exponent = '0'] = parts;
  const digits = `${whole}${part}`;
  if (digits === '' || digits.length > MAX_DIGITS) return null;
  if (Math.abs(Number(exponent)) > MAX_EXPONENT) return null;
  const power = BigInt(exponent) - BigInt(part.length);
  const value = BigInt(digits) * (sign === '-' ? -1n : 1n);
  return power < 0n ? ratio(value, 10n ** -power) : ratio(value * 10n ** power);
}

/** Parses `1/3`, `-1/4` or a decimal. Null if it is neither. */
export function readRatio(text: string): Ratio | null {
  const [over = '', under, ...more] = text.split('/');
  const above = readDecimal(over.trim());
  if (under === undefined || !above) return more.length > 0 ? null : above;
  const below = readDecimal(under.trim());
  return !below || below.over === 0n || more.length > 0 ? null : dividedBy(above, below);
}

/** Writes what `readRatio` parses: `1/3`, `2`. */
export const writeRatio = ({ over, under }: Ratio) =>
  under === 1n ? `${over}` : `${over}/${under}`;

/**
 * The ratio that an imported decimal stands for: the smallest denominator up to 20 within 0.00001 (0.3333333 is
 * 1/3), otherwise the decimal itself.
 */
export function snap(value: Ratio): Ratio {
  const reach = ratio(1, 100_000);
  for (let under = 1n; under <= 20n; under++) {
    const near = ratio(rounded(times(value, ratio(under))), under);
    if (isAtMost(sizeOf(minus(value, near)), reach)) return near;
  }
  return value;
}

/** Rounds to an integer, half away from 0. */
export function rounded({ over, under }: Ratio): bigint {
  const size = ((over < 0n ? -over : over) * 2n + under) / (under * 2n);
  return over < 0n ? -size : size;
}

/**
 * The mark for a fraction of a question's points: both in hundredths, rounded once, half away from 0. Totals are
 * sums of such marks, so they are exact.
 */
export const markOf = (points: number, share: Ratio): number =>
  Number(rounded(times(ratio(points), share)));

/** The same for points with any decimals; the mark has at most two. */
export function roundedMark(points: number, share: Ratio): number {
  const exact = readDecimal(String(points)) ?? NOTHING;
  return Number(rounded(times(times(exact, ratio(100)), share))) / 100;
}
