import { expect, test } from 'vitest';
import { makeGate } from './gate.ts';

test('no more work than there are places runs at once, and all of it ends in order', async () => {
  const gate = makeGate(3);
  const ended: number[] = [];
  let running = 0;
  let most = 0;
  const work = Array.from({ length: 20 }, (_, index) =>
    gate(async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      ended.push(index);
    }),
  );
  await Promise.all(work);
  expect(most).toBe(3);
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
