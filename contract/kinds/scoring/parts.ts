import { NOTHING, type Ratio, WHOLE, ratio } from './ratios.ts';

export const PARTS_RULES = ['share', 'all_or_nothing'] as const;
export type PartsRule = (typeof PARTS_RULES)[number];

export interface Part {
  isRight: boolean;
  /** A positive integer. */
  weight: number;
}

/** For gaps, drop-downs and pairs: the weight of correct parts among all. There is at least one part. */
export function scoreParts(rule: PartsRule, parts: readonly Part[]): Ratio {
  if (rule === 'all_or_nothing') return parts.every(({ isRight }) => isRight) ? WHOLE : NOTHING;
  const weigh = (some: readonly Part[]) => some.reduce((sum, { weight }) => sum + weight, 0);
  return ratio(weigh(parts.filter(({ isRight }) => isRight)), weigh(parts));
}
