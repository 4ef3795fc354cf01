import { NOTHING, type Ratio, WHOLE, greatest, minus, ratio } from './ratios.ts';

/** One option: correct 1, wrong −cost, none 0. A cost of 0 takes nothing; GATE uses 1/3, JEE 1/4. */
export function scoreSingle(
  chosen: string | null,
  right: ReadonlySet<string>,
  cost: Ratio = NOTHING,
): Ratio {
  if (chosen === null) return NOTHING;
  return right.has(chosen) ? WHOLE : minus(NOTHING, cost);
}

/** Rules for several answers; the first is the default. */
export const SEVERAL_RULES = [
  'all_or_nothing',
  'plus_minus',
  'per_option',
  'jee_advanced',
] as const;
export type SeveralRule = (typeof SEVERAL_RULES)[number];

interface Ticks {
  /** Correct options chosen. */
  right: number;
  /** Wrong options chosen. */
  wrong: number;
  /** Correct options in total, at least one. */
  allRight: number;
  /** Options in total. */
  all: number;
}

const several: Record<SeveralRule, (ticks: Ticks) => Ratio> = {
  all_or_nothing: ({ right, wrong, allRight }) =>
    right === allRight && wrong === 0 ? WHOLE : NOTHING,
  /** As Canvas and PrairieLearn's net-correct. */
  plus_minus: ({ right, wrong, allRight }) => greatest(NOTHING, ratio(right - wrong, allRight)),
  /** As Artemis with penalty: c correct decisions of n earn 2c/n − 1. */
  per_option: ({ right, wrong, allRight, all }) => {
    const decided = right + (all - allRight - wrong);
    return greatest(NOTHING, ratio(2 * decided - all, all));
  },
  /** A quarter for each correct option, without full points; any wrong option costs half. */
  jee_advanced: ({ right, wrong, allRight }) => {
    if (wrong > 0) return ratio(-1, 2);
    return right === allRight ? WHOLE : ratio(Math.min(right, 3), 4);
  },
};

/** The fraction for a choice. Every rule gives nothing for an empty choice. */
export function scoreSeveral(
  rule: SeveralRule,
  ticked: ReadonlySet<string>,
  right: ReadonlySet<string>,
  options: number,
): Ratio {
  if (ticked.size === 0) return NOTHING;
  const rightTicked = [...ticked].filter((id) => right.has(id)).length;
  return several[rule]({
    right: rightTicked,
    wrong: ticked.size - rightTicked,
    allRight: right.size,
    all: options,
  });
}
