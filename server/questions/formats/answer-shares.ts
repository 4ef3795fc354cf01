import type { FileTruth } from '@vlabs/contract/kinds/file-answers';
import { SEVERAL_RULES, type SeveralRule } from '@vlabs/contract/kinds/scoring/choices';
import {
  NOTHING,
  type Ratio,
  dividedBy,
  isSame,
  ratio,
  readDecimal,
  snap,
  times,
  writeRatio,
} from '@vlabs/contract/kinds/scoring/ratios';

/** Percentages of other programs, which write a third as 33.33333. */

const PER_CENT = 100;
const HUNDRED = ratio(PER_CENT);
/** Percentages that make up the whole are rounded. */
const ROUNDING = 0.1;

export const NO_SINGLE_MARKS = 'Answers without marks were not imported.';
export const ALL_OR_NOTHING =
  'The marks of its single options were not imported: all right options together earn the points.';
export const LOST_CONDITIONS = 'Some conditions of its scoring were not imported.';
export const OPEN_BOUNDS = 'The bounds of its tolerance count as right here.';
export const ALL_CAPITALS = 'Capitals count in all of its answers here.';
export const PARTIAL_MARKS = 'It gives partial marks for some options.';
export const NO_PENALTIES = 'Its penalties for wrong answers were not imported.';

/** More than any kind takes. */
const MAX_ANSWERS = 50;

/** Why a question with this many answers is not read; null if it is. Asked before anything is computed from them. */
export const refuseCount = (count: number): string | null =>
  count > MAX_ANSWERS ? `It has ${count} answers; a question has at most ${MAX_ANSWERS}.` : null;

/** The fraction that a percentage stands for. */
const fractionOf = (percent: number): Ratio =>
  snap(dividedBy(readDecimal(String(percent)) ?? NOTHING, HUNDRED));

/** A percentage as keys have it: `12.5`, `100/3`. */
export function snapped(percent: number): string {
  const share = times(fractionOf(percent), HUNDRED);
  const typed = String(Number(share.over) / Number(share.under));
  const read = readDecimal(typed);
  return read && isSame(read, share) ? typed : writeRatio(share);
}

const isNear = (share: number | undefined, other: number): boolean =>
  Math.abs((share ?? 0) - other) < ROUNDING;

export interface Shares {
  /** Positions, from 0. */
  right: number[];
  chooses: 'one' | 'several';
  /** What each wrong option costs, in per cent; 0 if they differ. */
  cost: number;
  /** How several options are scored. */
  rule: SeveralRule;
  leftOut: string[];
}

/**
 * What the percentages of options mean, or why they cannot be imported.
 * @param isOne one option is chosen
 */
export function shareOf(shares: readonly number[], { isOne }: { isOne: boolean }): Shares | string {
  const right = shares.flatMap((share, place) => (share > 0 ? [place] : []));
  const wrong = shares.filter((share) => share <= 0);
  if (!isOne) {
    const total = right.reduce((sum, place) => sum + (shares[place] ?? 0), 0);
    if (right.length > 0 && Math.abs(total - PER_CENT) > ROUNDING)
      return 'The marks of its right options don’t make up the whole.';
    // A wrong option takes what a right one gives, and the sum is never below nothing.
    const each = PER_CENT / right.length;
    const isPlusMinus =
      right.every((place) => isNear(shares[place], each)) &&
      wrong.every((share) => isNear(share, -each));
    if (isPlusMinus) return { right, chooses: 'several', cost: 0, rule: 'plus_minus', leftOut: [] };
    const rule = SEVERAL_RULES[0];
    return { right, chooses: 'several', cost: 0, rule, leftOut: [ALL_OR_NOTHING] };
  }
  if (right.some((place) => (shares[place] ?? 0) < PER_CENT)) return PARTIAL_MARKS;
  const [cost = 0] = wrong;
  const isShared = wrong.every((share) => share === cost) && cost >= -PER_CENT;
  return {
    right,
    chooses: 'one',
    rule: SEVERAL_RULES[0],
    cost: isShared && cost < 0 ? -cost : 0,
    leftOut: isShared ? [] : [NO_PENALTIES],
  };
}

/** The cost as the key of a single choice has it. */
export const sharedCost = ({ cost }: Pick<Shares, 'cost'>): { cost?: string } =>
  cost === 0 ? {} : { cost: writeRatio(fractionOf(cost)) };

/** Two options that read True and False, one of them right, are a statement; null for others. */
export function truthOf(
  options: readonly { text: string; isRight: boolean }[],
  cost = '0',
): FileTruth | null {
  const texts = options.map(({ text }) => text.trim().toLowerCase());
  const right = texts.filter((_, place) => options[place]?.isRight);
  const [only] = right;
  if (texts.toSorted().join(' ') !== 'false true' || right.length !== 1) return null;
  return only === 'true' || only === 'false' ? { form: 'truth', right: only, cost } : null;
}
