import type { AttemptKey } from '../attempts.queries.ts';

/** Of several that concern one attempt only the first; the others are for the rules to decide. */
export function firstOfEach<Item extends AttemptKey>(items: readonly Item[]): ReadonlySet<Item> {
  const firsts = new Map<string, Item>();
  for (const item of items) {
    const name = nameOf(item);
    if (!firsts.has(name)) firsts.set(name, item);
  }
  return new Set(firsts.values());
}

/** One text for one attempt. */
export const nameOf = ({ quizId, personId }: AttemptKey): string => `${quizId} ${personId}`;
