import { NOTHING, type Ratio, WHOLE, greatest, ratio } from './ratios.ts';

export const ORDER_RULES = ['pairs', 'position', 'all_or_nothing'] as const;
export type OrderRule = (typeof ORDER_RULES)[number];

const orders: Record<OrderRule, (given: readonly string[], right: readonly string[]) => Ratio> = {
  /** Pairs of items that stand one before the other as they should, among all pairs. */
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
  /** Items that stand in their own place, among all. */
  position: (given, right) =>
    ratio(right.filter((item, place) => given[place] === item).length, right.length),
  all_or_nothing: (given, right) => isSameOrder(given, right),
};

const isSameOrder = (given: readonly string[], right: readonly string[]) =>
  given.length === right.length && right.every((item, place) => given[place] === item)
    ? WHOLE
    : NOTHING;

/** The share for an order of items, of which each is there once. */
export const scoreOrder = (rule: OrderRule, given: readonly string[], right: readonly string[]) =>
  orders[rule](given, right);

/** All blocks of a Parsons problem that belong to it, each with those that have to stand before it. */
export type BlocksBefore = ReadonlyMap<string, readonly string[]>;

/** Everything that has to stand before each block, also by way of others. */
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

/** The most pairs that can be made so that each is of one pair; `choices` are those that each may be paired with. */
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
 * The share for the blocks of a Parsons problem: (N − edits) / N, never below 0, where an edit takes one block
 * out or puts one in, and a block that stays with a wrong indent is one edit too, if indents count. A block
 * that does not belong to it, or stands twice, is to be taken out.
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
