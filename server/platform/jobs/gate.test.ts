import { expect, test } from 'vitest';
import { makeGate, makeKeyedGate } from './gate.ts';

test('no more work than there are places runs at once, and all of it ends in order', async () => {
  const gate = makeGate(3);
  const ended: number[] = [];
  let running = 0;
  let max = 0;
  const work = Array.from({ length: 20 }, (_, index) =>
    gate(async () => {
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
  const gate = makeGate(1);
  const failing = gate(async () => {
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  expect(await gate(async () => 'done')).toBe('done');
});

test('of one key one is at work and so many wait; one more is refused, and other keys go on', async () => {
  const gate = makeKeyedGate(2, () => new Error('too many'));
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const asked = [1, 2, 3].map((number) => gate('asha', () => end.then(() => number)));
  await expect(gate('asha', async () => 4)).rejects.toThrow('too many');
  expect(await gate('ravi', async () => 5)).toBe(5);
  resolve();
  expect(await Promise.all(asked)).toEqual([1, 2, 3]);
  expect(await gate('asha', async () => 6)).toBe(6);
});
