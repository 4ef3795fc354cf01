import {
  NOTHING,
  type Ratio,
  WHOLE,
  dividedBy,
  greatest,
  isAtMost,
  minus,
  plus,
  sizeOf,
  times,
} from './ratios.ts';
import { type NumberStyle, PLAIN_STYLE, isCurrency, readNumber } from './read-number.ts';

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
  /** How many of a unit equal one of the first; 1 for the first, never 0. Units are in canonical form. */
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

/** Where no unit is asked for, a sign of currency may stand before the number. */
export const isWithoutUnit = (unit: string): boolean => unit === '' || isCurrency(unit);

/** The fraction of the first matching key, minus the cost of the unit; at least 0. */
export function scoreNumber(
  typed: string,
  keys: readonly NumberKey[],
  units: Units = NO_UNITS,
  style: NumberStyle = PLAIN_STYLE,
): Ratio {
  const read = readNumber(typed, style, units.isBefore);
  if (!read || (units.rule === 'none' && !isWithoutUnit(read.unit))) return NOTHING;
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
