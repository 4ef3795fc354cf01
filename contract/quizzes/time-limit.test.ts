import { assert, constantFrom, integer, oneof, pre, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { describeTimeLimit, findTwoReadings, readTimeLimit } from './time-limit.ts';

test.each([
  ['2.40', 144],
  ['2hrs 40min', 160],
  ['2h40', 160],
  ['2:40', 160],
  ['90 min', 90],
  ['2', 120],
  ['.5', 30],
  ['2.', 120],
  [' 1 Hour and 5 Minutes ', 65],
  ['1h, 5m', 65],
  ['1.5 h', 90],
  ['2 hrs 90 min', 210],
  ['45m', 45],
])('%s is %i minutes', (typed, minutes) => {
  expect(readTimeLimit(typed)).toBe(minutes * 60);
});

test.each(['', 'abc', '0', '-1', '2:60', '2h60', '2 4', '1e3', '2.4.0', 'h', 'min', '1000', 'NaN'])(
  '%j is not understood',
  (typed) => {
    expect(readTimeLimit(typed)).toBeNull();
  },
);

test('a time limit is shown in hours and minutes, and in minutes alone', () => {
  expect(describeTimeLimit(144 * 60)).toBe('2 h 24 min (144 minutes)');
  expect(describeTimeLimit(60)).toBe('1 min (1 minute)');
  expect(describeTimeLimit(36)).toBe('36 s (0.6 minutes)');
});

test('all ways of writing the same hours and minutes mean the same', () => {
  const hours = integer({ min: 0, max: 700 });
  const minutes = integer({ min: 0, max: 59 });
  assert(
    property(hours, minutes, (h, m) => {
      pre(h + m > 0);
      const seconds = h * 3600 + m * 60;
      const padded = String(m).padStart(2, '0');
      const writings = [
        `${h}:${padded}`,
        `${h}h${padded}`,
        `${h}hrs ${m}min`,
        `${h * 60 + m} min`,
        String(h + m / 60),
      ];
      for (const writing of writings) expect(readTimeLimit(writing)).toBe(seconds);
    }),
  );
});

test('whatever is typed means a whole number of seconds within a month, or nothing', () => {
  const typed = string({ unit: constantFrom(...'0123456789.:hms inutesor '.split('')) });
  assert(
    property(oneof(typed, string()), (text) => {
      const seconds = readTimeLimit(text);
      if (seconds === null) return;
      expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 744 * 3600).toBe(true);
    }),
  );
});

test('decimal hours that look like hours and minutes are told apart', () => {
  expect(findTwoReadings(' 2.40 ')).toEqual({ isMinutes: 144, isNotMinutes: 160 });
  expect(findTwoReadings('0.30')).toEqual({ isMinutes: 18, isNotMinutes: 30 });
});

test.each(['2', '2.5', '2.00', '2.75', '2.400', '2:40', '2hrs 40min', '', '999.40'])(
  '%j is read in one way only',
  (typed) => {
    expect(findTwoReadings(typed)).toBeNull();
  },
);
