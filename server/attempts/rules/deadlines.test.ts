import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Override, arrivesInTime, deadlineOf, effectiveTimes } from './deadlines.ts';

const MINUTE_MS = 60_000;
const quiz = { closesAtMs: 100 * MINUTE_MS, timeLimitMs: 30 * MINUTE_MS };
const sitter = { person: 'person 7', groups: ['everyone', 'course cse'] };
const override = (who: string, closes: number | null, limit: number | null): Override => ({
  who,
  closesAtMs: closes && closes * MINUTE_MS,
  timeLimitMs: limit && limit * MINUTE_MS,
});

// Overrides, start and the resulting deadline, in minutes.
const worked: [string, Override[], number, number | null][] = [
  ['start + time limit where that is earlier', [], 10, 40],
  ['End where that is earlier', [], 90, 100],
  ['both at once', [], 70, 100],
  ['a longer limit of one’s own', [override('person 7', null, 40)], 10, 50],
  ['a shorter limit of one’s own', [override('person 7', null, 20)], 10, 30],
  ['a longer limit that End cuts', [override('person 7', null, 40)], 80, 100],
  ['a later End of one’s own', [override('person 7', 120, null)], 90, 120],
  ['a later End that the limit cuts', [override('person 7', 200, null)], 90, 120],
  ['a limit of the course', [override('course cse', null, 45)], 10, 55],
  ['a limit of another course', [override('course ece', null, 45)], 10, 40],
  [
    'the most generous of two groups',
    [override('everyone', null, 35), override('course cse', null, 45)],
    10,
    55,
  ],
  [
    'one’s own before those of groups, also where it is less',
    [override('course cse', null, 45), override('person 7', null, 31)],
    10,
    41,
  ],
  [
    'each time by itself: own limit, the course’s End',
    [override('course cse', 130, 45), override('person 7', null, 50)],
    95,
    130,
  ],
  ['no limit at all', [override('person 7', null, 0)], 10, 100],
  ['no limit and no End', [override('person 7', 0, 0)], 10, null],
];

test.each(worked)('the deadline is %s', (_name, overrides, start, expected) => {
  const times = effectiveTimes(quiz, overrides, sitter);
  const deadlineMs = deadlineOf(times, start * MINUTE_MS);
  expect(deadlineMs === null ? null : deadlineMs / MINUTE_MS).toBe(expected);
});

test('what arrives by D + G counts, and not a millisecond later', () => {
  const arrivals = [-1000, 0, 59_000, 60_000, 60_001, 61_000];
  const counted = arrivals.filter((afterDeadline) =>
    arrivesInTime(1_000_000 + afterDeadline, 1_000_000, 60_000),
  );
  expect(counted).toEqual([-1000, 0, 59_000, 60_000]);
});

test('the deadline is never after the End and never more than the limit after the start', () => {
  const ms = fc.integer({ min: 1, max: 1e9 });
  fc.assert(
    fc.property(ms, ms, ms, (closesAtMs, timeLimitMs, startedAtMs) => {
      const deadlineMs = deadlineOf({ closesAtMs, timeLimitMs }, startedAtMs) ?? Infinity;
      expect(deadlineMs).toBeLessThanOrEqual(closesAtMs);
      expect(deadlineMs).toBeLessThanOrEqual(startedAtMs + timeLimitMs);
      expect([closesAtMs, startedAtMs + timeLimitMs]).toContain(deadlineMs);
    }),
  );
});

const time = z.number().nullable();
const Cases = z.object({
  cases: z.array(
    z.object({
      id: z.string(),
      quiz: z.object({ timeClose: z.number(), timeLimit: z.number(), grace: z.number() }),
      memberOf: z.array(z.string()),
      user: z.string(),
      overrides: z.array(z.object({ who: z.string(), timeClose: time, timeLimit: time })),
      state: z.enum(['inprogress', 'overdue']),
      timeStart: z.number(),
      expected: z.object({ timeClose: z.number(), timeLimit: z.number(), deadline: time }),
    }),
  ),
});

const { cases } = Cases.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'moodle-deadlines.json'), 'utf8')),
);

describe('the cases of Moodle’s own tests', () => {
  test('are all there', () => {
    expect(cases).toHaveLength(46);
  });

  test.each(cases)('$id', ({ quiz: given, overrides, expected, ...attempt }) => {
    const times = effectiveTimes(
      { closesAtMs: given.timeClose, timeLimitMs: given.timeLimit },
      overrides.map(({ who, timeClose, timeLimit }) => ({
        who,
        closesAtMs: timeClose,
        timeLimitMs: timeLimit,
      })),
      { person: attempt.user, groups: attempt.memberOf },
    );
    const deadline = deadlineOf(times, attempt.timeStart);
    // Moodle adds its grace period only to overdue attempts; ours applies to every request.
    const grace = attempt.state === 'overdue' ? given.grace : 0;
    expect({
      timeClose: times.closesAtMs,
      timeLimit: times.timeLimitMs,
      deadline: deadline === null ? null : deadline + grace,
    }).toEqual(expected);
  });
});
