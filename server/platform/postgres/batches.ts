import { DatabaseError } from 'pg';

/** More at once would keep the first of them waiting for the last. */
const MAX_AT_ONCE = 100;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Answers for each item, in their order: its result, or the error that is its own. */
type Answers<Result> = Promise<readonly (Result | Error)[]>;

/**
 * Work that many ask for at the same moment. Whoever comes alone is served at once; those who come
 * meanwhile are served together by the next batch, which shares its statements and its commit. A
 * batch begins after each of its items was asked for, so nobody is told what was so before that.
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
          reject(new Error('A batch did not answer for each of its items.'));
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

/** Batches of their own for each key, such as a quiz. */
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

/** What the database has refused is undone as a whole, so it may be tried again one by one. */
function hasChangedNothing(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}
