import type { CountingRule, Group, TotalRules, WorkKind } from './arrangement.ts';
import {
  type Fraction,
  ZERO,
  add,
  compare,
  divide,
  fractionOf,
  multiply,
  roundHalfUp,
} from './fractions.ts';

/**
 * Marks; or `absent` (over, and nothing handed in or sat), `not_yet` (not over), `to_mark` (handed in, not marked),
 * `not_asked` (not for this student), `hidden` (a score that students do not see yet).
 */
export type Cell = number | 'absent' | 'not_yet' | 'to_mark' | 'not_asked' | 'hidden';

/** A test or an assignment. */
export interface Work {
  id: string;
  kind: WorkKind;
  /** More than 0. */
  maxMarks: number;
}

/** What a group gives one student. */
export interface GroupLine {
  /** Points by now; null while nothing counts. */
  points: number | null;
  /** Columns that were known and do not count by the rule. */
  dropped: readonly number[];
}

/** What one student has. */
export interface Line {
  /** By group. */
  groups: readonly GroupLine[];
  /** Null while nothing counts. */
  total: number | null;
  /** The weights of the groups that count. */
  outOf: number;
  percent: number | null;
  /** Something that will count is not known yet. */
  isProvisional: boolean;
}

interface Column {
  place: number;
  max: Fraction;
}

interface PreparedGroup extends Pick<Group, 'rule'> {
  weight: Fraction;
  columns: readonly Column[];
}

/** A sheet's groups with their columns, for calculating many lines. */
export interface LineRules {
  groups: readonly PreparedGroup[];
  decimals: number;
}

/** The part of the rules that decides to which group a work belongs. */
interface Placement {
  groups: readonly Pick<Group, 'works' | 'takes'>[];
  outside: readonly string[];
}

/** The number of the group that a work belongs to, or null. */
export function groupOf(
  { id, kind }: Pick<Work, 'id' | 'kind'>,
  { groups, outside }: Placement,
): number | null {
  const placed = groups.findIndex(({ works }) => works.includes(id));
  if (placed >= 0) return placed;
  if (outside.includes(id)) return null;
  const taken = groups.findIndex(({ takes }) => takes.includes(kind));
  return taken >= 0 ? taken : null;
}

export function prepareLines(works: readonly Work[], rules: TotalRules): LineRules {
  const groups = works.map((work) => groupOf(work, rules));
  return {
    decimals: rules.decimals,
    groups: rules.groups.map(({ rule, weight }, number) => ({
      rule,
      weight: fractionOf(weight),
      columns: works.flatMap(({ maxMarks }, place) =>
        groups[place] === number ? [{ place, max: fractionOf(maxMarks) }] : [],
      ),
    })),
  };
}

/**
 * Calculates a student's line. Within a group, the marks that count are summed and divided by the sum of their maxima;
 * the share times the weight are its points. Exact until it is rounded once, half up.
 */
export function calculateLine({ groups, decimals }: LineRules, cells: readonly Cell[]): Line {
  let total = ZERO;
  let outOf = ZERO;
  let isProvisional = false;
  const lines = groups.map(({ rule, weight, columns }) => {
    const { share, dropped, isComplete } = shareOf(rule, columns, cells);
    isProvisional ||= !isComplete;
    if (share === null) return { points: null, dropped };
    const points = multiply(share, weight);
    total = add(total, points);
    outOf = add(outOf, weight);
    return { points: roundHalfUp(points, decimals), dropped };
  });
  const hasTotal = outOf.over > 0n;
  return {
    groups: lines,
    total: hasTotal ? roundHalfUp(total, decimals) : null,
    outOf: roundHalfUp(outOf, 2),
    percent: hasTotal ? roundHalfUp(divide(multiply(total, HUNDRED), outOf), decimals) : null,
    isProvisional,
  };
}

const HUNDRED = fractionOf(100);

interface Known extends Column {
  marks: Fraction;
  share: Fraction;
}

function shareOf(rule: CountingRule, columns: readonly Column[], cells: readonly Cell[]) {
  const asked = columns.filter(({ place }) => (cells[place] ?? 'not_asked') !== 'not_asked');
  const known = asked.flatMap((column): Known[] => {
    const marks = marksOf(cells[column.place]);
    return marks === null ? [] : [{ ...column, marks, share: divide(marks, column.max) }];
  });
  const isComplete = known.length === asked.length;
  // Stable: of equal shares the earlier column is kept.
  const best = known.toSorted((one, other) => compare(other.share, one.share));
  const counted = best.slice(0, countThatCounts(rule, asked.length));
  const dropped = best.slice(counted.length).map(({ place }) => place);
  if (counted.length === 0) return { share: null, dropped, isComplete };
  const sum = counted.reduce((all, { marks }) => add(all, marks), ZERO);
  const max = counted.reduce((all, column) => add(all, column.max), ZERO);
  return { share: divide(sum, max), dropped, isComplete };
}

function marksOf(cell: Cell | undefined): Fraction | null {
  if (typeof cell === 'number') return fractionOf(cell);
  return cell === 'absent' ? ZERO : null;
}

/** At least one work counts. */
function countThatCounts(rule: CountingRule, asked: number): number {
  if (rule.which === 'all') return asked;
  return rule.which === 'best' ? rule.count : Math.max(1, asked - rule.count);
}

/** A mark as the sheet shows it. */
export const roundMark = (marks: number, decimals: number): number =>
  roundHalfUp(fractionOf(marks), decimals);

/** The rule of a group of so many works, in words. */
export function tellRule(rule: CountingRule, works: number): string {
  if (rule.which === 'all') return 'All count.';
  const { which, count } = rule;
  if (which === 'best') {
    return count < works ? `The best ${count} of ${works} count.` : `The best ${count} count.`;
  }
  if (count >= works) return 'Only the best counts.';
  return count === 1
    ? `The lowest of ${works} does not count.`
    : `The lowest ${count} of ${works} do not count.`;
}
