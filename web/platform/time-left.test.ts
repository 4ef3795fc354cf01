import { expect, test } from 'vitest';
import { announcementOf, formatTimeLeft } from './time-left.ts';

test.each([
  [0, '00:00'],
  [-5, '00:00'],
  [1, '00:01'],
  [59_000, '00:59'],
  [60_000, '01:00'],
  [3_599_001, '60:00'],
  [144 * 60_000, '144:00'],
])('%i ms are shown as %s', (ms, shown) => {
  expect(formatTimeLeft(ms)).toBe(shown);
});

test('the time is announced at 30, 10, 5 and 1 minutes, once each', () => {
  const spoken: (string | null)[] = [];
  for (let ms = 40 * 60_000; ms > 0; ms -= 1000) spoken.push(announcementOf(ms, ms - 1000));
  expect(spoken.filter((text) => text !== null)).toEqual([
    '30 minutes left.',
    '10 minutes left.',
    '5 minutes left.',
    '1 minute left.',
  ]);
});

test('after a long sleep only the current time is announced', () => {
  expect(announcementOf(40 * 60_000, 4 * 60_000)).toBe('5 minutes left.');
  expect(announcementOf(4 * 60_000, 4 * 60_000 - 1000)).toBeNull();
});
