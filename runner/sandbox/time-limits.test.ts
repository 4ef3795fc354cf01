import { expect, test } from 'vitest';
import { checkWallTime } from './time-limits.ts';

test.for([
  ['a program that only sleeps meets its limit', 10_000, 0, 'wall_time'],
  ['a program that was kept waiting goes on for as long', 10_000, 4000, 4000],
  [
    'a program that was kept waiting and then uses up its time meets its limit',
    14_000,
    4000,
    'wall_time',
  ],
  ['a program that mostly waited ends as a fault of ours', 25_000, 15_000, 'starved'],
  ['a program that waits for ever ends after twenty times its limit', 200_000, 199_000, 'starved'],
  ['no program goes on for longer than that', 199_000, 198_000, 1000],
] as const)('%s', ([_name, elapsedMs, starvedMs, next]) => {
  expect(checkWallTime({ limitMs: 10_000, elapsedMs, starvedMs, isWaiting: false })).toBe(next);
});

test('a program that waits at its limit is looked at again, up to the longest stretch', () => {
  const waiting = { limitMs: 10_000, starvedMs: 0, isWaiting: true };
  expect(checkWallTime({ ...waiting, elapsedMs: 10_000 })).toBe(20);
  expect(checkWallTime({ ...waiting, elapsedMs: 200_000 })).toBe('starved');
});
