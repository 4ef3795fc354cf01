import { expect, test } from 'vitest';
import {
  formatDay,
  formatDistance,
  formatMoment,
  formatTime,
  writeOutDay,
  writeOutMoment,
} from './dates.ts';

test('a moment is shown in Indian Standard Time with AM or PM', () => {
  expect(formatMoment('2026-11-16T10:35:00Z')).toMatch(/^16 Nov 2026, 4:05\sPM$/);
  expect(formatMoment('2026-11-16T19:00:00Z')).toMatch(/^17 Nov 2026, 12:30\sAM$/);
});

test('a day is written out', () => {
  expect(formatDay('2026-11-16')).toBe('16 November 2026');
  expect(writeOutDay('2026-11-22')).toBe('Sunday 22 November 2026');
});

test('a distance uses the largest unit that fits', () => {
  const now = Date.parse('2026-11-16T12:00:00Z');
  expect(formatDistance('2026-11-16T11:59:40Z', now)).toBe('just now');
  expect(formatDistance('2026-11-16T10:00:00Z', now)).toMatch(/^2 hrs?\.? ago$/);
  expect(formatDistance('2026-11-19T12:00:00Z', now)).toBe('in 3 days');
});

test('a distance is never rounded up, and days are calendar days', () => {
  const now = Date.parse('2026-11-22T09:39:00Z');
  expect(formatDistance('2026-11-22T07:56:00Z', now)).toMatch(/^1 hrs?\.? ago$/);
  expect(formatDistance('2026-11-20T20:00:00Z', now)).toBe('yesterday');
  expect(formatDistance('2026-11-20T18:00:00Z', now)).toMatch(/^2 days ago$/);
});

test('a moment is written out with its weekday and its month', () => {
  expect(writeOutMoment(new Date('2026-11-22T12:00:00Z'))).toMatch(
    /^Sunday 22 November 2026, 5:30\sPM$/,
  );
});

test('a time has twelve hours, and AM or PM never wraps alone', () => {
  expect(formatTime('2026-11-21T05:12:07.000Z')).toBe('10:42:07\u00A0AM');
  expect(formatTime('2026-11-21T12:33:38.000Z')).toBe('6:03:38\u00A0PM');
});
