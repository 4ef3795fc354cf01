import { NOTHING, type Ratio, WHOLE, greatest, ratio } from './ratios.ts';

export const ORDER_RULES = ['pairs', 'position', 'all_or_nothing'] as const;
export type OrderRule = (typeof ORDER_RULES)[number];

const orders: Record<OrderRule, (given: readonly string[], right: readonly string[]) => Ratio> = {
  /** Correctly ordered pairs of items among all pairs. */
  pairs: (given, right) => {
    const places = right.map((item) => given.indexOf(item));
    let ordered = 0;
    for (const [first, place] of places.entries()) {
      for (const later of places.slice(first + 1)) {
        if (place >= 0 && later > place) ordered++;
      }
    }
    return right.length < 2
      ? isSameOrder(given, right)
      : ratio(ordered, (right.length * (right.length - 1)) / 2);
  },
  /** Items at their own position. */
  position: (given, right) =>
    ratio(right.filter((item, place) => given[place] === item).length, right.length),
  all_or_nothing: (given, right) => isSameOrder(given, right),
};

const isSameOrder = (given: readonly string[], right: readonly string[]) =>
  given.length === right.length && right.every((item, place) => given[place] === item)
    ? WHOLE
    : NOTHING;

/** The fraction for an order of items, each present once. */
export const scoreOrder = (rule: OrderRule, given: readonly string[], right: readonly string[]) =>
  orders[rule](given, right);

/** The blocks of a Parsons problem, each with its direct predecessors. */
export type BlocksBefore = ReadonlyMap<string, readonly string[]>;

/** All predecessors of each block, direct and indirect. */
function withIndirect(before: BlocksBefore): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const find = (block: string): Set<string> => {
    const known = found.get(block);
    if (known) return known;
    const all = new Set<string>();
    found.set(block, all);
    for (const other of before.get(block) ?? []) {
      all.add(other);
      for (const earlier of find(other)) all.add(earlier);
    }
    return all;
  };
  for (const block of before.keys()) find(block);
  return found;
}

/** The size of a maximum matching; `choices` are the possible partners of each item. */
function countPairs(choices: readonly (readonly number[])[]): number {
  const pairedWith = new Map<number, number>();
  const isPaired = (one: number, tried: Set<number>): boolean =>
    (choices[one] ?? []).some((other) => {
      if (tried.has(other)) return false;
      tried.add(other);
      const rival = pairedWith.get(other);
      if (rival !== undefined && !isPaired(rival, tried)) return false;
      pairedWith.set(other, one);
      return true;
    });
  return choices.filter((_, one) => isPaired(one, new Set())).length;
}

/**
 * How many blocks can stay so that the rest is put into a right order by taking blocks out and putting
 * blocks in. Two are at odds if the later has to stand before the earlier. That relation is transitive, so
 * the most blocks without two at odds are all less the most pairs at odds (Dilworth's theorem).
 */
function countKept(given: readonly string[], before: BlocksBefore): number {
  const all = withIndirect(before);
  const blocks = [...new Set(given)].filter((block) => before.has(block));
  const atOdds = blocks.map((block, place) =>
    blocks.flatMap((later, at) => (at > place && all.get(block)?.has(later) ? [at] : [])),
  );
  return blocks.length - countPairs(atOdds);
}

/**
 * The fraction for the blocks of a Parsons problem: (N − edits) / N, at least 0. An edit removes or inserts a block;
 * a kept block with a wrong indent is one edit too, if indents count. A block that does not belong is one edit.
 */
export function scoreParsons(
  given: readonly string[],
  before: BlocksBefore,
  wronglyIndented: number = 0,
): Ratio {
  const kept = countKept(given, before);
  const edits = before.size - kept + (given.length - kept) + wronglyIndented;
  return greatest(NOTHING, ratio(before.size - edits, before.size));
}
