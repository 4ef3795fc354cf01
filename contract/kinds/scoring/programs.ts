import {
  NOTHING,
  type Ratio,
  WHOLE,
  dividedBy,
  isAtMost,
  smallest,
  sumOf,
  times,
} from './ratios.ts';

/** How test cases make up the fraction; the first is the default. */
export const PROGRAM_RULES = ['sum', 'subtasks', 'all_or_nothing'] as const;
export type ProgramRule = (typeof PROGRAM_RULES)[number];

export interface JudgedTest {
  /** At least 0. */
  points: Ratio;
  /** 1 for passed, 0 for failed, between them if partly correct. */
  outcome: Ratio;
}

const isPassed = ({ outcome }: JudgedTest) => isAtMost(WHOLE, outcome);

/**
 * The fraction of all points. With `subtasks`, each group earns its points (those of its first test case) times its
 * worst outcome, as at the IOI; other rules treat the groups as one list.
 */
export function scoreProgram(rule: ProgramRule, groups: readonly (readonly JudgedTest[])[]): Ratio {
  const tests = groups.flat();
  if (rule === 'all_or_nothing') return tests.length > 0 && tests.every(isPassed) ? WHOLE : NOTHING;
  const counted =
    rule === 'sum'
      ? tests
      : groups.map((group) => ({
          points: group[0]?.points ?? NOTHING,
          outcome: group.map(({ outcome }) => outcome).reduce(smallest, WHOLE),
        }));
  const all = sumOf(counted.map(({ points }) => points));
  if (all.over === 0n) return NOTHING;
  return dividedBy(sumOf(counted.map(({ points, outcome }) => times(points, outcome))), all);
}
