import { expect, test } from 'vitest';
import { BodyPace } from './body-pace.ts';

/** 100 bytes a second, and 1,000 at once. */
function makePace() {
  const clock = { nowMs: 0 };
  const pace = new BodyPace({ bytesPerSecond: 100, bytesAtOnce: 1000 }, () => clock.nowMs);
  return { pace, clock };
}

test('what a caller sends at once waits for nothing, and each byte beyond it for its time', () => {
  const { pace } = makePace();
  expect([600, 400, 50, 50].map((bytes) => Math.max(0, pace.count('a', bytes)))).toEqual([
    0, 0, 500, 1000,
  ]);
});

test('callers do not wait for one another, and a pause counts no further than what may be sent at once', () => {
  const { pace, clock } = makePace();
  pace.count('a', 5000);
  expect(pace.count('b', 1000)).toBeLessThanOrEqual(0);
  clock.nowMs = 1_000_000;
  expect(pace.count('a', 1000)).toBeLessThanOrEqual(0);
  expect(pace.count('a', 100)).toBe(1000);
});

test('a caller among many is remembered as long as the pace keeps them waiting', () => {
  const { pace, clock } = makePace();
  pace.count('a', 2000);
  clock.nowMs = 10_000;
  for (let other = 0; other < 2000; other += 1) pace.count(`other ${other}`, 1);
  expect(pace.count('a', 100)).toBe(1000);
});

test('a caller who is gone waits no longer', async () => {
  const { pace } = makePace();
  const waiting = new AbortController();
  const waited = pace.wait('a', 1_000_000, waiting.signal);
  waiting.abort(new Error('gone'));
  await expect(waited).rejects.toThrow('gone');
});
