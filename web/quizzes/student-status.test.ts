import { expect, test } from 'vitest';
import { formatCountdown, studentStatusOf } from './student-status.ts';

test.each([
  [false, false, 'pending'],
  [true, false, 'submitted'],
  [true, true, 'submitted'],
  [false, true, 'expired'],
] as const)('completed %s and expired %s is %s', (completed, expired, status) => {
  expect(studentStatusOf({ completed, expired })).toBe(status);
});

test.each([
  [-1, '00:00:00'],
  [999, '00:00:01'],
  [3_661_000, '01:01:01'],
  [90_061_000, '1 d 01:01:01'],
])('%i ms count down as %s', (ms, shown) => {
  expect(formatCountdown(ms)).toBe(shown);
});
