import { NOTHING, type Ratio, WHOLE, ratio } from './ratios.ts';

export const PARTS_RULES = ['share', 'all_or_nothing'] as const;
export type PartsRule = (typeof PARTS_RULES)[number];

export interface Part {
  isRight: boolean;
  /** A whole number above 0. */
  weight: number;
}

/** Of gaps, drop-downs and pairs: the weight of the right parts among that of all. There is at least one. */
export function scoreParts(rule: PartsRule, parts: readonly Part[]): Ratio {
  if (rule === 'all_or_nothing') return parts.every(({ isRight }) => isRight) ? WHOLE : NOTHING;
  const weigh = (some: readonly Part[]) => some.reduce((sum, { weight }) => sum + weight, 0);
  return ratio(weigh(parts.filter(({ isRight }) => isRight)), weigh(parts));
}
