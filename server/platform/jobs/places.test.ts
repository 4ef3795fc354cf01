import { expect, test } from 'vitest';
import { Places, PlacesPerKey } from './places.ts';

test('no more work than there are places runs at once, and all of it ends in order', async () => {
  const places = new Places(3);
  const ended: number[] = [];
  let running = 0;
  let max = 0;
  const work = Array.from({ length: 20 }, (_, index) =>
    places.run(async () => {
      running += 1;
      max = Math.max(max, running);
      await Promise.resolve();
      running -= 1;
      ended.push(index);
    }),
  );
  await Promise.all(work);
  expect(max).toBe(3);
  expect(ended).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

test('work that fails gives its place back', async () => {
  const places = new Places(1);
  const failing = places.run(async () => {
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  expect(await places.run(async () => 'done')).toBe('done');
});

test('of one key one is at work and so many wait; one more is refused, and other keys go on', async () => {
  const places = new PlacesPerKey(1, { maxWaiting: 2, refuse: () => new Error('too many') });
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const asked = [1, 2, 3].map((number) => places.run('asha', () => end.then(() => number)));
  await expect(places.run('asha', async () => 4)).rejects.toThrow('too many');
  expect(await places.run('ravi', async () => 5)).toBe(5);
  resolve();
  expect(await Promise.all(asked)).toEqual([1, 2, 3]);
  expect(await places.run('asha', async () => 6)).toBe(6);
});

test('a piece of work that takes several places waits for all of them, and nobody passes it', async () => {
  const places = new Places(10);
  const small = await places.enter({ size: 4 });
  const entered: string[] = [];
  const large = places.enter({ size: 50 }).then((leave) => {
    entered.push('large');
    return leave;
  });
  const later = places.enter().then((leave) => {
    entered.push('later');
    return leave;
  });
  small();
  (await large)();
  (await later)();
  expect(entered).toEqual(['large', 'later']);
  expect(places.isIdle).toBe(true);
});

test('a caller who gives up lets the next one in, and a place is given back only once', async () => {
  const places = new PlacesPerKey(1);
  const leave = await places.enter('asha');
  const waiting = new AbortController();
  const gone = places.enter('asha', { signal: waiting.signal });
  const next = places.enter('asha');
  waiting.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  leave();
  leave();
  (await next)();
  expect(await places.run('asha', async () => 'done')).toBe('done');
});

test('a place that is given back again later takes none from those who came meanwhile', async () => {
  const places = new PlacesPerKey(1);
  const first = await places.enter('asha');
  first();
  const second = await places.enter('asha');
  first();
  let isThirdIn = false;
  const third = places.enter('asha').then((leave) => {
    isThirdIn = true;
    return leave;
  });
  await new Promise(setImmediate);
  expect(isThirdIn).toBe(false);
  second();
  (await third)();
});
