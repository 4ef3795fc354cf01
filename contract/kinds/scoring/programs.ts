import {
  NOTHING,
  type Ratio,
  WHOLE,
  dividedBy,
  greatest,
  isAtMost,
  minus,
  ratio,
  readDecimal,
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

/** The penalties after one wrong try, after two …, and whether the last step repeats. */
export interface Penalties {
  shares: readonly Ratio[];
  goesOn: boolean;
}

/** Parses `15, 30, 50, ...` in per cent, ascending, up to 20. Null if invalid. */
export function readPenalties(text: string): Penalties | null {
  const words = text.split(',').map((word) => word.trim());
  const goesOn = words.at(-1) === '...';
  if (goesOn) words.pop();
  if (words.length > 20 || words.length < (goesOn ? 2 : 1)) return null;
  const shares: Ratio[] = [];
  for (const word of words) {
    const percent = readDecimal(word);
    const share = percent && dividedBy(percent, ratio(100));
    if (!share || !isAtMost(shares.at(-1) ?? NOTHING, share) || !isAtMost(share, WHOLE))
      return null;
    shares.push(share);
  }
  return { shares, goesOn };
}

/** The penalty after this many wrong tries, at most everything. */
function penaltyAfter(wrong: number, { shares, goesOn }: Penalties): Ratio {
  const last = shares.at(-1) ?? NOTHING;
  const given = wrong === 0 ? NOTHING : shares[wrong - 1];
  if (given) return given;
  const step = goesOn ? minus(last, shares.at(-2) ?? NOTHING) : NOTHING;
  const beyond = times(step, ratio(wrong - shares.length));
  return smallest(WHOLE, sumOf([last, beyond]));
}

/**
 * The best counted try, each minus the penalty of the wrong tries before it. The caller decides which tries count
 * (judged, changed, not our fault).
 */
export function scoreTries(tries: readonly Ratio[], penalties: Penalties): Ratio {
  let [best, wrong] = [NOTHING, 0];
  for (const share of tries) {
    best = greatest(best, times(share, minus(WHOLE, penaltyAfter(wrong, penalties))));
    if (!isAtMost(WHOLE, share)) wrong++;
  }
  return best;
}
