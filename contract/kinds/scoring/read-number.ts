import { comparableText, withPlainDashes, withPlainDigits } from '../../text/canonical.ts';
import { type Ratio, dividedBy, readDecimal, times } from './ratios.ts';

/** Number formats: `1,234.5`, `1.234,5` or `1 234,5`. */
export interface NumberStyle {
  decimal: '.' | ',';
  thousands: ',' | '.' | ' ' | '';
}
export const PLAIN_STYLE: NumberStyle = { decimal: '.', thousands: ',' };

export interface TypedNumber {
  value: Ratio;
  /** The text next to the number, in the form in which units are compared; empty if there is none. */
  unit: string;
}

/** Longer than any number with a unit. */
const MAX_LENGTH = 200;
const startOfNumber = /[\d+\-.,]/;
/** A remainder like this belongs to the number, which was then misread: `1 000 00`, `1/0`, `2+3`. */
const goesOn = /^(?:[\d.,+*^()=\-⁰¹²³⁴-⁹⁺⁻]|\/\s*\d)/u;
/** A second number, so that nobody answers `5 or 6`. */
const another = /(?:(?:^|\s)(?:or|and|to)\s|[;,|&])\s*[-+]?\.?\d/i;
const power = String.raw`(?:\^|\*\*) ?[({]?([+-]?\d{1,9})[)}]?`;
/** Exponents: `e-4`, `×10^-4`, `x10**-4` or `*10^(-4)`. */
const exponentOf = new RegExp(String.raw`^(?:e([+-]?\d{1,9})| ?[x×*·⋅] ?10 ?${power})`, 'i');
const powerOfTen = new RegExp(String.raw`^ ?${power}`);
const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const currencies = /^[₹$€£¥]/u;

/** `10⁻⁴` becomes `10^-4`. */
const withPlainPowers = (text: string) =>
  text.replaceAll(/(?<!\d)10([⁺⁻]?[⁰¹²³⁴-⁹]+)/gu, (_, raised: string) => {
    const digits = Array.from(raised, (each) => {
      const digit = superscripts.indexOf(each);
      return digit < 0 ? (each === '⁻' ? '-' : '+') : String(digit);
    });
    return `10^${digits.join('')}`;
  });

/** With digits, dashes and spaces of one form, without what nobody sees. */
const plain = (typed: string) =>
  withPlainPowers(withPlainDashes(withPlainDigits(comparableText(typed))))
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** The form in which units are compared: `µ` of both alphabets, `Ω`, `m²` and `m2`, `N·m` and `N⋅m` are the same. */
export const canonicalUnit = (unit: string): string =>
  withPlainDashes(comparableText(unit).replaceAll(/[º˚]/gu, '°').normalize('NFKC'))
    .replaceAll(/[·⋅∙•*×]/gu, '·')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/ ?([/·]) ?/gu, '$1')
    .trim();

/** Allows separators only at thousands: `1,000`, `1,00,000`, not `1,5` and not `0,500`. */
function readWhole(written: string, separators: readonly string[]): string | null {
  const separator = separators.find((each) => written.includes(each));
  if (separator === undefined) return /^\d*$/.test(written) ? written : null;
  const [first = '', ...groups] = written.split(separator);
  const isGrouped =
    /^[1-9]\d{0,2}$/.test(first) &&
    groups.every((group) => /^\d{2,3}$/.test(group)) &&
    groups.at(-1)?.length === 3;
  return isGrouped ? first + groups.join('') : null;
}

const countOf = (text: string, mark: string) => text.split(mark).length - 1;

/** The digits before and after the decimal mark. */
function splitDecimal(written: string, { decimal, thousands }: NumberStyle) {
  const other = decimal === '.' ? ',' : '.';
  const at = written.indexOf(decimal);
  const isGroupedByOther = at >= 0 || countOf(written, other) > 1;
  const separators = [thousands, ' ', ...(isGroupedByOther ? [other] : [])].filter(Boolean);
  const whole = readWhole(at < 0 ? written : written.slice(0, at), separators);
  const part = at < 0 ? '' : written.slice(at + 1);
  if (whole !== null && /^\d*$/.test(part)) return { whole, part };
  return splitOtherDecimal(written, decimal, other);
}

/**
 * The other mark divides decimals where it cannot stand at thousands: `1.234,5`, and alone with one or two digits
 * after it or 0 before it.
 */
function splitOtherDecimal(written: string, decimal: string, other: string) {
  const [before = '', part = '', ...more] = written.split(other);
  const whole = readWhole(before, [' ', decimal]);
  if (!whole || more.length > 0 || !/^\d+$/.test(part)) return null;
  const isClear = part.length <= 2 || whole === '0' || whole !== before;
  return isClear ? { whole, part } : null;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** `/3` after `2`: a fraction that cannot be reduced, so that `84/7` is no way to leave a division undone. */
function readUnder(whole: string, rest: string): { under: Ratio; length: number } | null {
  const found = /^ ?\/ ?(\d{1,50})(?![\d.,])/.exec(rest);
  const under = found && readDecimal(found[1] ?? '');
  if (!found || !under || under.over < 2n) return null;
  if (whole.length > 50 || greatestDivisor(BigInt(whole), under.over) !== 1n) return null;
  return { under, length: found[0].length };
}

/** Splits a text into the number at its start and the rest. */
function readStart(text: string, style: NumberStyle): [Ratio, string] | null {
  const sign = /^[+-] ?/.exec(text)?.[0] ?? '';
  const start = text.slice(sign.length);
  const written = /^(?:[\d.,]| (?=\d))*/.exec(start)?.[0] ?? '';
  const split = splitDecimal(written, style);
  if (!split) return null;
  const { whole, part } = split;
  const after = start.slice(written.length);
  const isWhole = whole !== '' && written === whole;
  const raised = whole === '10' && isWhole ? powerOfTen.exec(after) : null;
  const exponent = exponentOf.exec(after);
  const fraction = isWhole ? readUnder(whole, after) : null;
  const read = readDecimal(
    raised
      ? `${sign.trim()}1e${raised[1]}`
      : `${sign.trim()}${whole}.${part}e${exponent?.[1] ?? exponent?.[2] ?? '0'}`,
  );
  const length = raised?.[0].length ?? exponent?.[0].length ?? fraction?.length ?? 0;
  const rest = after.slice(length).trim();
  if (read === null || goesOn.test(rest) || another.test(rest)) return null;
  return [fraction ? dividedBy(read, fraction.under) : read, rest];
}

/** Parses a typed number with a unit after or before it. Null if there is none. */
export function readNumber(
  typed: string,
  style: NumberStyle = PLAIN_STYLE,
  isUnitBefore = false,
): TypedNumber | null {
  if (typed.length > MAX_LENGTH) return null;
  const text = plain(typed);
  const isBefore = isUnitBefore || currencies.test(text);
  const from = isBefore ? text.search(startOfNumber) : 0;
  const read = from < 0 ? null : readStart(text.slice(from), style);
  if (!read) return null;
  const [value, rest] = read;
  if (!isBefore) return { value, unit: canonicalUnit(rest) };
  return rest === '' ? { value, unit: canonicalUnit(text.slice(0, from)) } : null;
}

/** A sign of currency says what is counted, but does not change the number. */
export const isCurrency = (unit: string): boolean => unit.length === 1 && currencies.test(unit);

/** Digits with the style's decimal mark, if they end and are not many; otherwise a fraction. */
export function writeNumber({ over, under }: Ratio, { decimal }: NumberStyle): string {
  for (let places = 0; places <= 15; places++) {
    const scaled = times({ over, under }, { over: 10n ** BigInt(places), under: 1n });
    if (scaled.under !== 1n) continue;
    const sign = scaled.over < 0n ? '-' : '';
    const digits = String(scaled.over < 0n ? -scaled.over : scaled.over).padStart(places + 1, '0');
    const whole = digits.slice(0, digits.length - places);
    return places === 0 ? sign + whole : `${sign}${whole}${decimal}${digits.slice(-places)}`;
  }
  return `${over}/${under}`;
}
