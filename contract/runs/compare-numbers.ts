import type { ToleranceIs } from './test-case.ts';

/** `digits` · 10 ** `exponent`. No digits are 0; otherwise neither the first nor the last is 0. */
interface Decimal {
  isNegative: boolean;
  digits: string;
  exponent: number;
}

/** More digits of an exponent than a program prints; with fewer, sums of exponents are exact. */
const MAX_EXPONENT_DIGITS = 14;

/**
 * Compares two words exactly as decimals, of any length and exponent. The bounds of the tolerance are inside. False if
 * either is no number. Takes the time of multiplying numbers as long as the expected one.
 */
export function isNear(
  word: string,
  expected: string,
  rule: { tolerance: number; toleranceIs: ToleranceIs },
): boolean {
  const [one, other] = [readDecimal(word), readDecimal(expected)];
  if (!one || !other) return false;
  if (isSame(one, other)) return true;
  const tolerance = readDecimal(String(rule.tolerance));
  if (!tolerance || tolerance.digits === '') return false;
  return isWithin(one, other, limitOf(other, tolerance, rule.toleranceIs));
}

/** Digits that count in a number with a fraction: as many as a binary fraction of 64 bits keeps. */
const FRACTION_DIGITS = 15;

/** Writes equal numbers alike; null for a word that is no number. Rounds numbers with a fraction to 15 digits. */
export function writePlainly(word: string): string | null {
  const read = readDecimal(word);
  const rounded = read && read.exponent < 0 ? withoutZeros(round(read)) : read;
  return rounded && `${rounded.isNegative ? '-' : ''}${rounded.digits}e${rounded.exponent}`;
}

function round(value: Decimal): Decimal {
  const left = value.digits.length - FRACTION_DIGITS;
  if (left <= 0) return value;
  const kept = BigInt(value.digits.slice(0, FRACTION_DIGITS));
  const isUp = (value.digits[FRACTION_DIGITS] ?? '0') >= '5';
  return { ...value, digits: String(isUp ? kept + 1n : kept), exponent: value.exponent + left };
}

const isSame = (a: Decimal, b: Decimal) =>
  a.digits === b.digits &&
  a.exponent === b.exponent &&
  (a.isNegative === b.isNegative || a.digits === '');

/** 10 ** the result is above the number, and 10 ** (the result − 1) is not. -Infinity for 0. */
const sizeOf = ({ digits, exponent }: Decimal) =>
  digits === '' ? -Infinity : digits.length + exponent;

/** The largest difference that is allowed. */
function limitOf(expected: Decimal, tolerance: Decimal, toleranceIs: ToleranceIs): Decimal {
  const isAtLeastOne = sizeOf(expected) >= 1;
  const isRelative = toleranceIs === 'relative' || (toleranceIs === 'either' && isAtLeastOne);
  if (!isRelative) return tolerance;
  const product = BigInt(expected.digits) * BigInt(tolerance.digits);
  return {
    isNegative: false,
    digits: product === 0n ? '' : String(product),
    exponent: expected.exponent + tolerance.exponent,
  };
}

/** Whether two different numbers differ by the limit at most. */
function isWithin(one: Decimal, other: Decimal, limit: Decimal): boolean {
  const [oneSize, otherSize, limitSize] = [sizeOf(one), sizeOf(other), sizeOf(limit)];
  const size = Math.max(oneSize, otherSize);
  // The difference is below 2 · 10 ** size.
  if (size + 1 < limitSize) return true;
  // It is above 10 ** (size − 2), unless both are about as large.
  if (size - 2 >= limitSize && Math.abs(oneSize - otherSize) >= 2) return false;
  const near = coarsen(one, Math.min(exponentOf(other), exponentOf(limit)));
  const far = coarsen(other, Math.min(exponentOf(near), exponentOf(limit)));
  const exponent = Math.min(exponentOf(near), exponentOf(far));
  const difference = valueAt(near, exponent) - valueAt(far, exponent);
  return isAtMost(difference < 0n ? -difference : difference, exponent, limit);
}

const exponentOf = ({ digits, exponent }: Decimal) => (digits === '' ? Infinity : exponent);

/**
 * Replaces the digits below 10 ** exponent by one digit if the number has any. Against multiples of 10 ** exponent
 * both compare alike.
 */
function coarsen(value: Decimal, exponent: number): Decimal {
  if (value.digits === '' || value.exponent >= exponent) return value;
  const kept = value.digits.slice(0, Math.max(0, sizeOf(value) - exponent));
  return { ...value, digits: `${kept}1`, exponent: exponent - 1 };
}

function valueAt({ isNegative, digits, exponent }: Decimal, unit: number): bigint {
  if (digits === '') return 0n;
  const size = BigInt(digits + '0'.repeat(exponent - unit));
  return isNegative ? -size : size;
}

/** Whether `value` · 10 ** `exponent` is at most the limit; `value` is above 0. */
function isAtMost(value: bigint, exponent: number, limit: Decimal): boolean {
  if (limit.digits === '') return false;
  const digits = String(value);
  const size = digits.length + exponent;
  if (size !== sizeOf(limit)) return size < sizeOf(limit);
  const length = Math.max(digits.length, limit.digits.length);
  return digits.padEnd(length, '0') <= limit.digits.padEnd(length, '0');
}

/** Digits with at most one point, then an optional exponent: 7, -7.5, .5, 7., 1e-9. */
function readDecimal(word: string): Decimal | null {
  const start = afterSign(word, 0);
  const whole = afterDigits(word, start);
  const end = word[whole] === '.' ? afterDigits(word, whole + 1) : whole;
  const hasDigit = isDigit(word, end - 1) || isDigit(word, end - 2);
  if (!hasDigit) return null;
  const exponent = readExponent(word, end);
  if (exponent === null) return null;
  const part = word.slice(whole + 1, end);
  const digits = word.slice(start, whole) + part;
  const isNegative = word.startsWith('-');
  return withoutZeros({ isNegative, digits, exponent: exponent - part.length });
}

function withoutZeros({ isNegative, digits, exponent }: Decimal): Decimal | null {
  let [from, to] = [0, digits.length];
  while (from < to && digits[from] === '0') from += 1;
  while (to > from && digits[to - 1] === '0') to -= 1;
  if (from === to) return { isNegative: false, digits: '', exponent: 0 };
  // Beyond what can be compared.
  if (!Number.isFinite(exponent)) return null;
  return { isNegative, digits: digits.slice(from, to), exponent: exponent + digits.length - to };
}

/** Null if the rest of a number is no exponent; infinite if it is too long. */
function readExponent(word: string, at: number): number | null {
  if (at === word.length) return 0;
  if (word[at] !== 'e' && word[at] !== 'E') return null;
  const start = afterSign(word, at + 1);
  if (!isDigit(word, start) || afterDigits(word, start) !== word.length) return null;
  let from = start;
  while (word[from] === '0') from += 1;
  if (word.length - from > MAX_EXPONENT_DIGITS) return Infinity;
  const size = Number(word.slice(from));
  return word[at + 1] === '-' ? -size : size;
}

function afterSign(word: string, at: number): number {
  return word[at] === '+' || word[at] === '-' ? at + 1 : at;
}

function afterDigits(word: string, from: number): number {
  let at = from;
  while (isDigit(word, at)) at += 1;
  return at;
}

function isDigit(word: string, at: number): boolean {
  const character = word[at] ?? '';
  return character >= '0' && character <= '9';
}
