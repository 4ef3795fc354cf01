import { DatabaseError } from 'pg';

/** Larger batches would delay their first item. */
const MAX_AT_ONCE = 100;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** For each item, in order: its result or its own error. */
type Answers<Result> = Promise<readonly (Result | Error)[]>;

/**
 * Batches concurrent work. A single item is processed immediately; items that arrive meanwhile
 * share the next batch, its statements and its commit. A batch starts after all its items were
 * requested, so no result is older than its request.
 */
export class Batches<Item, Result> {
  readonly #doBatch: (items: readonly Item[]) => Answers<Result>;
  readonly #whenIdle: () => void;
  readonly #waiting: Waiting<Item, Result>[] = [];
  #isWorking = false;

  constructor(
    doBatch: (items: readonly Item[]) => Answers<Result>,
    whenIdle: () => void = () => undefined,
  ) {
    this.#doBatch = doBatch;
    this.#whenIdle = whenIdle;
  }

  do(item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ item, resolve, reject });
    if (!this.#isWorking) void this.#process();
    return promise;
  }

  async #process(): Promise<void> {
    this.#isWorking = true;
    while (this.#waiting.length > 0) await this.#answer(this.#waiting.splice(0, MAX_AT_ONCE));
    this.#isWorking = false;
    this.#whenIdle();
  }

  async #answer(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#doBatch(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result === undefined)
          reject(new Error('A batch did not return a result for each item.'));
        else if (result instanceof Error) reject(result);
        else resolve(result);
      }
    } catch (error) {
      if (batch.length > 1 && hasChangedNothing(error)) {
        await Promise.all(batch.map((one) => this.#answer([one])));
      } else for (const { reject } of batch) reject(error);
    }
  }
}

/** Separate batches per key, such as a quiz. */
export class BatchesByKey<Item, Result> {
  readonly #doBatch: (key: string, items: readonly Item[]) => Answers<Result>;
  readonly #byKey = new Map<string, Batches<Item, Result>>();

  constructor(doBatch: (key: string, items: readonly Item[]) => Answers<Result>) {
    this.#doBatch = doBatch;
  }

  do(key: string, item: Item): Promise<Result> {
    const batches = this.#byKey.get(key) ?? this.#make(key);
    this.#byKey.set(key, batches);
    return batches.do(item);
  }

  #make(key: string): Batches<Item, Result> {
    return new Batches(
      (items) => this.#doBatch(key, items),
      () => this.#byKey.delete(key),
    );
  }
}

/**
 * A statement that the database refused was rolled back, so its items can be retried individually.
 */
function hasChangedNothing(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}
