import {
  EVERYONE_GROUP as EVERYONE,
  groupOfCourse,
  groupOfPerson,
  groupOfYear,
} from '@vlabs/contract/students/audience';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { timesOf } from './quiz-times.ts';
import { type Extension, deadlineFor, lastEndMs, timesFor } from './extensions.ts';

const MINUTE_MS = 60_000;
const quiz = {
  closesAtMs: 100 * MINUTE_MS,
  timeLimitMs: 30 * MINUTE_MS,
  nominalMs: 30 * MINUTE_MS,
};
const student = { rollNumber: '2105001', course: 'CSE', year: '2027', classes: [] };
const minutes = (target: string, count: number): Extension => ({
  target,
  minutes: count,
  factor: null,
  reopenedUntilMs: null,
});
const factor = (target: string, by: number): Extension => ({
  ...minutes(target, 0),
  minutes: null,
  factor: by,
});
const reopened = (until: number): Extension => ({
  ...minutes(groupOfPerson('2105001'), 0),
  minutes: null,
  reopenedUntilMs: until * MINUTE_MS,
});

function deadline(extensions: readonly Extension[], start: number): number {
  return deadlineFor(timesFor(quiz, extensions, student), start * MINUTE_MS) / MINUTE_MS;
}

test.each<[string, Extension[], number, number]>([
  ['nothing', [], 10, 40],
  ['ten minutes for the student', [minutes(groupOfPerson('2105001'), 10)], 10, 50],
  ['ten minutes for another student', [minutes(groupOfPerson('2105002'), 10)], 10, 40],
  ['ten minutes for all', [minutes(EVERYONE, 10)], 10, 50],
  ['ten minutes for all, beyond End', [minutes(EVERYONE, 10)], 95, 110],
  ['ten minutes for the course', [minutes(groupOfCourse('cse'), 10)], 10, 50],
  ['ten minutes for the year', [minutes(groupOfYear('2027'), 10)], 10, 50],
  ['ten minutes for another year', [minutes(groupOfYear('2026'), 10)], 10, 40],
  [
    'five for all after ten for the student',
    [minutes(groupOfPerson('2105001'), 10), minutes(EVERYONE, 5)],
    10,
    55,
  ],
  [
    'five for all and three for the course',
    [minutes(EVERYONE, 5), minutes(groupOfCourse('CSE'), 3)],
    10,
    48,
  ],
  [
    'two groups of one student: the more generous',
    [minutes(groupOfCourse('CSE'), 3), minutes(groupOfYear('2027'), 7)],
    10,
    47,
  ],
  ['twice five minutes', [minutes(EVERYONE, 5), minutes(EVERYONE, 5)], 10, 50],
  ['a third more', [factor(groupOfPerson('2105001'), 4 / 3)], 10, 50],
  ['a third more near End', [factor(groupOfPerson('2105001'), 4 / 3)], 90, 110],
  ['a third more, given twice', [factor(EVERYONE, 4 / 3), factor(EVERYONE, 4 / 3)], 10, 50],
  ['opened again until 200', [reopened(200)], 10, 200],
  ['opened again, and five more', [reopened(200), minutes(EVERYONE, 5)], 10, 205],
  ['ten minutes, then opened again', [minutes(EVERYONE, 10), reopened(200)], 10, 200],
])('%s', (_name, extensions, start, expected) => {
  expect(deadline(extensions, start)).toBeCloseTo(expected, 6);
});

test('×1.333 of three hours is an hour more', () => {
  const long = { closesAtMs: 1e9, timeLimitMs: 180 * MINUTE_MS, nominalMs: 180 * MINUTE_MS };
  const times = timesFor(long, [factor(EVERYONE, 1.333)], student);
  expect(times.timeLimitMs / MINUTE_MS).toBeCloseTo(239.94, 6);
});

test('×1.333 of a test of three hours that is open for one hour is 20 minutes more', () => {
  const startsAt = new Date(0);
  const endsAt = new Date(60 * MINUTE_MS);
  const open = timesOf({ startsAt, endsAt, timeLimitSeconds: 3 * 3600 });
  const times = timesFor(open, [factor(EVERYONE, 4 / 3)], student);
  expect(deadlineFor(times, 0) / MINUTE_MS).toBe(80);
});

const anyExtension = fc.oneof(
  fc.record({
    target: fc.constantFrom(EVERYONE, 'course cse', 'year 2027', 'person 2105001', 'person 9'),
    minutes: fc.integer({ min: 1, max: 60 }),
    factor: fc.constant(null),
    reopenedUntilMs: fc.constant(null),
  }),
  fc.record({
    target: fc.constantFrom(EVERYONE, 'course cse', 'person 2105001', 'person 9'),
    minutes: fc.constant(null),
    factor: fc.double({ min: 1, max: 3, noNaN: true }),
    reopenedUntilMs: fc.constant(null),
  }),
);

test('an extension never takes time away, and nobody’s End is after the last End', () => {
  fc.assert(
    fc.property(fc.array(anyExtension, { maxLength: 8 }), anyExtension, (before, added) => {
      const after = [...before, added];
      expect(deadline(after, 10)).toBeGreaterThanOrEqual(deadline(before, 10));
      const { closesAtMs } = timesFor(quiz, after, student);
      expect(closesAtMs).toBeLessThanOrEqual(lastEndMs(quiz, after));
    }),
  );
});

test('an attempt that was opened again holds the last End back', () => {
  expect(lastEndMs(quiz, [reopened(200)])).toBe(200 * MINUTE_MS);
  expect(lastEndMs(quiz, [reopened(50)])).toBe(100 * MINUTE_MS);
});
