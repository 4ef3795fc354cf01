import { expect, test } from 'vitest';
import { findMsLeft, formatCountdown, studentStatusOf } from './student-status.ts';

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

test('a test that is sat has the time until the student’s own deadline, and none below zero', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  const sat = { completed: false, deadline: '2026-11-22T12:29:40Z' };
  expect(findMsLeft(sat, now)).toBe(1_780_000);
  expect(findMsLeft(sat, now + 3_600_000)).toBe(0);
  expect(findMsLeft({ ...sat, completed: true }, now)).toBeNull();
  expect(findMsLeft({ completed: false }, now)).toBeNull();
});
