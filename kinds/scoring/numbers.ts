import {
  NOTHING,
  type Ratio,
  WHOLE,
  dividedBy,
  greatest,
  isAtMost,
  minus,
  plus,
  readDecimal,
  sizeOf,
  times,
} from './ratios.ts';

/** Number formats: `1,234.5`, `1.234,5` or `1 234,5`. */
export interface NumberStyle {
  decimal: '.' | ',';
  thousands: ',' | '.' | ' ' | '';
}
export const PLAIN_STYLE: NumberStyle = { decimal: '.', thousands: ',' };

export interface TypedNumber {
  value: Ratio;
  /** The text next to the number, trimmed; empty if there is none. */
  unit: string;
}

/** Longer than any number with a unit. */
const MAX_LENGTH = 200;
const startOfNumber = /[\d+\-.,]/;
/** A remainder like this belongs to the number, which was then misread: `1 000`, `1/2`, `2+3`. */
const goesOn = /^(?:[\d.,+*^()=-]|\/\s*\d)/;
/** Exponents: `e-4`, `×10^-4`, `x10**-4` or `*10^-4`. */
const exponentOf = /^(?:e([+-]?\d{1,9})|\s*[x×*]\s*10\s*(?:\^|\*\*)\s*([+-]?\d{1,9}))/i;

/** Allows separators only at thousands: `1,000`, `1,00,000`, not `1,5`. */
function readWhole(written: string, thousands: string): string | null {
  if (thousands === '' || !written.includes(thousands)) return written;
  const [first = '', ...groups] = written.split(thousands);
  const isGrouped =
    first.length >= 1 &&
    first.length <= 3 &&
    groups.every(({ length }) => length === 2 || length === 3) &&
    groups.at(-1)?.length === 3;
  return isGrouped ? first + groups.join('') : null;
}

const isDigit = (letter: string | undefined) =>
  letter !== undefined && letter >= '0' && letter <= '9';

/** Splits a text into the number at its start and the rest. */
function readStart(text: string, { decimal, thousands }: NumberStyle): [Ratio, string] | null {
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  let at = sign.length;
  const readDigits = (separator: string) => {
    const from = at;
    while (isDigit(text[at]) || (text[at] === separator && isDigit(text[at + 1]))) at++;
    return text.slice(from, at);
  };
  const whole = readWhole(readDigits(thousands), thousands);
  if (whole === null) return null;
  let part = '';
  if (text[at] === decimal) {
    at++;
    part = readDigits('');
  }
  const exponent = exponentOf.exec(text.slice(at));
  const value = readDecimal(`${sign}${whole}.${part}e${exponent?.[1] ?? exponent?.[2] ?? '0'}`);
  const rest = text.slice(at + (exponent?.[0].length ?? 0)).trim();
  return value === null || goesOn.test(rest) ? null : [value, rest];
}

/** Parses a typed number with a unit after or before it. Null if there is none. */
export function readNumber(
  typed: string,
  style: NumberStyle = PLAIN_STYLE,
  isUnitBefore = false,
): TypedNumber | null {
  if (typed.length > MAX_LENGTH) return null;
  const text = typed.trim().replaceAll('−', '-');
  const from = isUnitBefore ? text.search(startOfNumber) : 0;
  const read = from < 0 ? null : readStart(text.slice(from), style);
  if (!read) return null;
  const [value, rest] = read;
  if (!isUnitBefore) return { value, unit: rest };
  return rest === '' ? { value, unit: text.slice(0, from).trim() } : null;
}

/** The values that a key accepts, including the bounds. */
export type Accepted =
  | { kind: 'anything' }
  /** From `value` − tolerance to `value` + tolerance. */
  | { kind: 'absolute'; value: Ratio; tolerance: Ratio }
  /** The tolerance times |value| in both directions. */
  | { kind: 'relative'; value: Ratio; tolerance: Ratio }
  /** From `value` / (1 + tolerance) to `value` · (1 + tolerance). */
  | { kind: 'geometric'; value: Ratio; tolerance: Ratio }
  | { kind: 'range'; from: Ratio; to: Ratio };

function isAccepted(number: Ratio, accepted: Accepted): boolean {
  if (accepted.kind === 'anything') return true;
  if (accepted.kind === 'range') {
    return isAtMost(accepted.from, number) && isAtMost(number, accepted.to);
  }
  const { value, tolerance } = accepted;
  if (accepted.kind === 'geometric') {
    const factor = plus(WHOLE, tolerance);
    const isOnSameSide = number.over * value.over >= 0n;
    return (
      isOnSameSide &&
      isAtMost(dividedBy(sizeOf(value), factor), sizeOf(number)) &&
      isAtMost(sizeOf(number), times(sizeOf(value), factor))
    );
  }
  const reach = accepted.kind === 'absolute' ? tolerance : times(tolerance, sizeOf(value));
  return isAtMost(sizeOf(minus(number, value)), reach);
}

export interface NumberKey {
  accepted: Accepted;
  share: Ratio;
}

export interface Units {
  /** With `optional`, an unknown unit counts as none. */
  rule: 'none' | 'optional' | 'required';
  isBefore: boolean;
  /** How many of a unit equal one of the first; 1 for the first, never 0. */
  factors: ReadonlyMap<string, Ratio>;
  /** The cost of a missing or wrong required unit: a fraction of the mark, or of the maximum. */
  cost: Ratio;
  costIsOf: 'mark' | 'maximum';
}
export const NO_UNITS: Units = {
  rule: 'none',
  isBefore: false,
  factors: new Map(),
  cost: WHOLE,
  costIsOf: 'maximum',
};

/** The fraction of the first matching key, minus the cost of the unit; at least 0. */
export function scoreNumber(
  typed: string,
  keys: readonly NumberKey[],
  units: Units = NO_UNITS,
  style: NumberStyle = PLAIN_STYLE,
): Ratio {
  const read = readNumber(typed, style, units.isBefore);
  if (!read || (units.rule === 'none' && read.unit !== '')) return NOTHING;
  const shareFor = (value: Ratio) =>
    keys.find(({ accepted }) => isAccepted(value, accepted))?.share ?? NOTHING;
  const factor = units.factors.get(read.unit);
  const converted = factor && shareFor(dividedBy(read.value, factor));
  if (converted && !isAtMost(converted, NOTHING)) return converted;
  const asWritten = shareFor(read.value);
  if (units.rule !== 'required') return converted ?? asWritten;
  const cost = units.costIsOf === 'mark' ? times(units.cost, asWritten) : units.cost;
  return greatest(NOTHING, minus(asWritten, cost));
}
