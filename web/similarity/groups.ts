import type { SimilarPair } from '@vlabs/contract/similarity/similarity';

/** Hand-ins in one language connected by their pairs; at least two. */
export interface ProgramGroup {
  language: number;
  members: string[];
  lowest: number;
  highest: number;
  /** Its most similar pair. */
  closest: SimilarPair;
}

/** Largest group first. Pairs are ordered by similarity, highest first. */
export function groupPairs(pairs: readonly SimilarPair[]): ProgramGroup[] {
  const leaders = new Map<string, string>();
  const leaderOf = (name: string): string => {
    let leader = name;
    for (let next = leaders.get(leader); next !== undefined && next !== leader;) {
      leader = next;
      next = leaders.get(leader);
    }
    leaders.set(name, leader);
    return leader;
  };
  for (const { one, other, language } of pairs) {
    leaders.set(leaderOf(nameOf(language, one)), leaderOf(nameOf(language, other)));
  }
  const groups = new Map<string, ProgramGroup>();
  for (const pair of pairs) {
    const { one, other, language, similarity } = pair;
    const leader = leaderOf(nameOf(language, one));
    const group = groups.get(leader);
    const members = new Set([...(group?.members ?? []), one, other]);
    groups.set(leader, {
      language,
      members: [...members],
      lowest: similarity,
      highest: group?.highest ?? similarity,
      closest: group?.closest ?? pair,
    });
  }
  return [...groups.values()].toSorted(
    (a, b) => b.members.length - a.members.length || b.highest - a.highest,
  );
}

const nameOf = (language: number, handIn: string) => `${language} ${handIn}`;
