import type { AttemptKey } from '../store/attempts.queries.ts';

/** Identifies an attempt. */
export const nameOf = ({ quizId, personId }: AttemptKey): string => `${quizId} ${personId}`;

/** Returns the first request for each attempt; the others are decided individually. */
export function firstOfEach<Item extends AttemptKey>(items: readonly Item[]): ReadonlySet<Item> {
  const firsts = new Map<string, Item>();
  for (const item of items) {
    const name = nameOf(item);
    if (!firsts.has(name)) firsts.set(name, item);
  }
  return new Set(firsts.values());
}

interface Waiting {
  sequence: number;
  begin: () => void;
}

/**
 * One save of an attempt at a time, so that a student who sends many holds one connection to the database. Of those
 * that wait, the newest is next: it replaces the others, which are then decided by the rules like any late save.
 */
export class SaveTurns {
  /** By attempt with a save under way: the others. */
  readonly #waiting = new Map<string, Waiting[]>();

  async run<Result>(
    key: AttemptKey,
    sequence: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const name = nameOf(key);
    const waiting = this.#waiting.get(name);
    if (waiting) {
      await new Promise<void>((begin) => waiting.push({ sequence, begin }));
    } else this.#waiting.set(name, []);
    try {
      return await work();
    } finally {
      this.#beginNext(name);
    }
  }

  #beginNext(name: string): void {
    const waiting = this.#waiting.get(name) ?? [];
    const [newest, ...others] = waiting.toSorted((one, other) => other.sequence - one.sequence);
    if (!newest) this.#waiting.delete(name);
    else {
      this.#waiting.set(name, others);
      newest.begin();
    }
  }
}
