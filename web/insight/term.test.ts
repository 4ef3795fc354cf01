import { expect, test } from 'vitest';
import { readDay, termOf } from './term.ts';

test.each([
  ['2026-06-30T18:29:00Z', '2026-01-01', '2026-06-30'],
  ['2026-06-30T18:31:00Z', '2026-07-01', '2026-12-31'],
  ['2026-12-31T18:31:00Z', '2027-01-01', '2027-06-30'],
])('at %s the term is from %s to %s, by the clock of Kolkata', (now, from, to) => {
  expect(termOf(Date.parse(now))).toEqual({ from, to });
});

test('what is no day in the address counts as not chosen', () => {
  expect(readDay('2026-02-01', '2026-01-01')).toBe('2026-02-01');
  expect(readDay('yesterday', '2026-01-01')).toBe('2026-01-01');
  expect(readDay(null, '2026-01-01')).toBe('2026-01-01');
});
