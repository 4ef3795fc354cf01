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

/** How the tests of a program make its share; the first is what a new question has. */
export const PROGRAM_RULES = ['sum', 'subtasks', 'all_or_nothing'] as const;
export type ProgramRule = (typeof PROGRAM_RULES)[number];

export interface JudgedTest {
  /** Not below 0. */
  points: Ratio;
  /** 1 for passed, 0 for failed, between them where a part was right. */
  outcome: Ratio;
}

const isPassed = ({ outcome }: JudgedTest) => isAtMost(WHOLE, outcome);

/**
 * The share of all points. By `subtasks`, each group of tests earns its points (those of its first test)
 * times the worst outcome within it, as at the IOI; by the other rules the groups are one list.
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

/** The penalties after one wrong try, after two …, and whether the last step goes on. */
export interface Penalties {
  shares: readonly Ratio[];
  goesOn: boolean;
}

/** `15, 30, 50, ...` in per cent, rising, up to 20 of them. Null where it is none. */
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

/** What is taken off after so many wrong tries, at most everything. */
function penaltyAfter(wrong: number, { shares, goesOn }: Penalties): Ratio {
  const last = shares.at(-1) ?? NOTHING;
  const given = wrong === 0 ? NOTHING : shares[wrong - 1];
  if (given) return given;
  const step = goesOn ? minus(last, shares.at(-2) ?? NOTHING) : NOTHING;
  const beyond = times(step, ratio(wrong - shares.length));
  return smallest(WHOLE, sumOf([last, beyond]));
}

/**
 * The best of the tries that count, each less what the wrong ones before it cost. Which count (judged,
 * changed, no fault of ours) is for who calls to say.
 */
export function scoreTries(tries: readonly Ratio[], penalties: Penalties): Ratio {
  let [best, wrong] = [NOTHING, 0];
  for (const share of tries) {
    best = greatest(best, times(share, minus(WHOLE, penaltyAfter(wrong, penalties))));
    if (!isAtMost(WHOLE, share)) wrong++;
  }
  return best;
}
