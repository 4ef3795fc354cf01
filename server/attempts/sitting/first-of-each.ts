import type { AttemptKey } from '../store/attempts.queries.ts';

/** Returns the first request for each attempt; the others are decided individually. */
export function firstOfEach<Item extends AttemptKey>(items: readonly Item[]): ReadonlySet<Item> {
  const firsts = new Map<string, Item>();
  for (const item of items) {
    const name = nameOf(item);
    if (!firsts.has(name)) firsts.set(name, item);
  }
  return new Set(firsts.values());
}

/** Identifies an attempt. */
export const nameOf = ({ quizId, personId }: AttemptKey): string => `${quizId} ${personId}`;
