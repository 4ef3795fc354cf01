import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { LoginLimiter, delayAfter } from './login-limiter.ts';

test('the delay grows with the failures, and never beyond twenty seconds', () => {
  assert(
    property(integer({ min: 0, max: 5000 }), (failures) => {
      expect(delayAfter(failures)).toBeLessThanOrEqual(delayAfter(failures + 1));
      expect(delayAfter(failures)).toBeLessThanOrEqual(20_000);
    }),
  );
  expect([delayAfter(99), delayAfter(100), delayAfter(300), delayAfter(9999)]).toEqual([
    0, 1000, 3000, 20_000,
  ]);
});

const slowed = { network: 'a', failures: 100 };

/** Sends wrong guesses from one network and counts those that were checked. */
function guessAt(limiter: LoginLimiter, count: number) {
  let lookedAt = 0;
  const guesses = Array.from({ length: count }, () =>
    limiter.slow(slowed, async () => {
      lookedAt += 1;
      return null;
    }),
  );
  return { lookedAt: () => lookedAt, guesses };
}

test('of a flood of guesses few are checked, few wait, and the rest is refused', async () => {
  const limiter = new LoginLimiter({ places: 2, maxWaiting: 3, delayMs: () => 200 });
  const { guesses, lookedAt } = guessAt(limiter, 10);
  const settled = Promise.allSettled(guesses);
  await new Promise((resolve) => setImmediate(resolve));
  expect(lookedAt()).toBe(2);
  const results = await settled;
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(5);
  expect(lookedAt()).toBe(5);
});

test('another network, and a calm one, are not slowed', async () => {
  const limiter = new LoginLimiter({ places: 1, maxWaiting: 0, delayMs: (failures) => failures });
  const { guesses } = guessAt(limiter, 1);
  expect(await limiter.slow({ network: 'b', failures: 100 }, async () => 'in')).toBe('in');
  expect(await limiter.slow({ network: 'a', failures: 0 }, async () => 'in')).toBe('in');
  await Promise.all(guesses);
});

test('a right password gives its place back at once', async () => {
  const limiter = new LoginLimiter({ places: 1, maxWaiting: 0, delayMs: () => 60_000 });
  for (let times = 0; times < 3; times += 1) {
    expect(await limiter.slow(slowed, async () => 'in')).toBe('in');
  }
});

test('a class that knows its passwords does not wait for the delay, however many they are', async () => {
  const limiter = new LoginLimiter({ places: 2, maxWaiting: 300, delayMs: () => 600_000 });
  const { guesses } = guessAt(limiter, 1);
  const entered = Array.from({ length: 200 }, () => limiter.slow(slowed, async () => 'in'));
  expect(new Set(await Promise.all(entered))).toEqual(new Set(['in']));
  expect(guesses).toHaveLength(1);
});

test('a right password gets in behind eight hundred guesses of the same moment', async () => {
  const limiter = new LoginLimiter();
  const { guesses } = guessAt(limiter, 800);
  expect(await limiter.slow(slowed, async () => 'in')).toBe('in');
  await Promise.allSettled(guesses);
});
