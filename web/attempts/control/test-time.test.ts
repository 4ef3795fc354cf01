import { expect, test } from 'vitest';
import { describeTestTime } from './test-time.ts';

const startTime = '2026-12-01T04:30:00.000Z';
const endTime = '2026-12-01T06:30:00.000Z';
const at = (time: string) => Date.parse(`2026-12-01T${time}Z`);
const show = (time: string, deadlines: string[] = []) =>
  describeTestTime(
    { startTime, endTime },
    deadlines.map((endedTime) => ({ state: 'working', endedTime })),
    at(time),
  );

test('the clock of a test counts to its start, then to its end, in words and then in seconds', () => {
  expect(show('04:00:00')).toMatchObject({ label: 'Starts', at: startTime, left: '30:00 left' });
  expect(show('04:30:00')).toMatchObject({ label: 'Ends', at: endTime, left: '2 h 00 min left' });
  expect(show('06:29:58')).toMatchObject({ left: '00:02 left' });
  expect(show('06:30:00')).toMatchObject({ label: 'Ended', at: endTime, left: null });
  const early = describeTestTime({ startTime, endTime }, [], Date.parse('2026-11-28T03:30:00Z'));
  expect(early?.left).toBe('3 days 1 h left');
});

test('the clock tells the last end of those who work longer than the test', () => {
  const later = '2026-12-01T06:50:00.000Z';
  expect(show('05:00:00', [endTime, later, '2026-12-01T06:40:00.000Z'])?.lastAt).toBe(later);
  expect(show('05:00:00', [endTime])?.lastAt).toBe(null);
  const submitted = [{ state: 'submitted' as const, endedTime: later }];
  expect(describeTestTime({ startTime, endTime }, submitted, at('05:00:00'))?.lastAt).toBe(null);
});

test('a test without Start or End has no clock', () => {
  expect(describeTestTime({ startTime, endTime: null }, [], at('05:00:00'))).toBe(null);
});
