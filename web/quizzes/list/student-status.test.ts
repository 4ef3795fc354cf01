import { expect, test } from 'vitest';
import {
  findMsFromStart,
  findMsLeft,
  formatCountdown,
  isOpen,
  studentStatusOf,
} from './student-status.ts';

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

const NOW = Date.parse('2026-11-26T10:00:00Z');
const details = {
  TotalQuestions: 2,
  ScorePerQuestion: 5,
  SubjectId: 'Physics',
  ClassName: 'CSE-4',
  TimeLimit: 2,
  startTime: '2026-11-26T09:00:00.000Z',
  endTime: '2026-11-26T13:00:00.000Z',
  topic: 'Optics',
};
const given = { completed: false, expired: false, formDetails: details };

test('a test is open from its start to its end, and while the student sits it', () => {
  expect(isOpen(given, NOW)).toBe(true);
  expect(isOpen(given, Date.parse('2026-11-26T08:59:59Z'))).toBe(false);
  expect(isOpen(given, Date.parse('2026-11-26T13:00:00Z'))).toBe(false);
  const deadline = '2026-11-26T13:30:00.000Z';
  expect(isOpen({ ...given, deadline }, Date.parse('2026-11-26T13:00:00Z'))).toBe(true);
  expect(isOpen({ ...given, completed: true }, NOW)).toBe(false);
  expect(isOpen({ ...given, expired: true }, NOW)).toBe(false);
});

test('who starts late has the time until the end, and others the time limit', () => {
  expect(findMsFromStart(given, NOW)).toBe(2 * 3_600_000);
  expect(findMsFromStart(given, Date.parse('2026-11-26T12:45:00Z'))).toBe(15 * 60_000);
  const without = { formDetails: { ...details, TimeLimit: null, endTime: null } };
  expect(findMsFromStart(without, NOW)).toBeNull();
});
