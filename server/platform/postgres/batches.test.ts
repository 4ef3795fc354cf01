import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { Batches, BatchesByKey } from './batches.ts';

/** Batches that wait for `open` and then return the double of each number. */
function makeDoubling() {
  const batches: (readonly number[])[] = [];
  const gates: (() => void)[] = [];
  const doubling = new Batches(async (numbers: readonly number[]) => {
    batches.push(numbers);
    await new Promise<void>((resolve) => gates.push(resolve));
    return numbers.map((number) => (number < 0 ? new Error(`${number} is too low.`) : number * 2));
  });
  return { doubling, batches, open: () => gates.shift()?.() };
}

test('a single item is processed at once, and items that arrive meanwhile are processed together', async () => {
  const { doubling, batches, open } = makeDoubling();
  const first = doubling.do(1);
  const others = [2, 3, 4].map((number) => doubling.do(number));
  expect(batches).toEqual([[1]]);
  open();
  expect(await first).toBe(2);
  await expect.poll(() => batches).toEqual([[1], [2, 3, 4]]);
  open();
  expect(await Promise.all(others)).toEqual([4, 6, 8]);
});

test('the error of one is nobody else’s', async () => {
  const { doubling, open, batches } = makeDoubling();
  const first = doubling.do(1);
  const settled = Promise.allSettled([doubling.do(-5), doubling.do(6)]);
  open();
  await first;
  await expect.poll(() => batches.length).toBe(2);
  open();
  const [bad, good] = await settled;
  expect(bad).toMatchObject({ status: 'rejected', reason: new Error('-5 is too low.') });
  expect(good).toEqual({ status: 'fulfilled', value: 12 });
});

test('a batch that the database refuses is retried item by item, and only the faulty item fails', async () => {
  const seen: (readonly string[])[] = [];
  const words = new Batches(async (items: readonly string[]) => {
    seen.push(items);
    if (items.includes('bad')) {
      throw Object.assign(new DatabaseError('refused', 0, 'error'), { severity: 'ERROR' });
    }
    return items.map((item) => item.toUpperCase());
  });
  const settled = await Promise.allSettled(
    ['first', 'one', 'bad', 'two'].map((it) => words.do(it)),
  );
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
    'FIRST',
    'ONE',
    'failed',
    'TWO',
  ]);
  expect(seen).toEqual([['first'], ['one', 'bad', 'two'], ['one'], ['bad'], ['two']]);
});

test('what may have been committed is not done again', async () => {
  let times = 0;
  const batches = new Batches(async (items: readonly number[]) => {
    times += 1;
    if (items.length > 1) throw new Error('Connection terminated unexpectedly');
    return items;
  });
  const settled = await Promise.allSettled([1, 2, 3].map((number) => batches.do(number)));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(times).toBe(2);
});

test('no batch has more than a hundred', async () => {
  const sizes: number[] = [];
  const batches = new Batches(async (items: readonly number[]) => {
    sizes.push(items.length);
    return items;
  });
  await Promise.all(Array.from({ length: 251 }, (_, number) => batches.do(number)));
  expect(sizes).toEqual([1, 100, 100, 50]);
});

test('batches of different keys do not wait for each other', async () => {
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const batches = new BatchesByKey(async (key, items: readonly string[]) => {
    begun.push(key);
    if (key === 'slow') await gate.promise;
    return items;
  });
  const slow = batches.do('slow', 'a');
  expect(await batches.do('quick', 'b')).toBe('b');
  expect(await batches.do('quick', 'c')).toBe('c');
  expect(begun).toEqual(['slow', 'quick', 'quick']);
  gate.resolve();
  expect(await slow).toBe('a');
});
