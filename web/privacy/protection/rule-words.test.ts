import { expect, test } from 'vitest';
import { describeCounts, describeRule, writePeriod } from './rule-words.ts';

test('a period is written in years if it is a whole number of years', () => {
  expect([12, 24, 18].map(writePeriod)).toEqual(['1 year', '2 years', '18 months']);
});

test('a rule says when data is erased, and without a period that it is kept', () => {
  const off = { months: null, fromAt: null };
  expect(describeRule({ rule: 'log', ...off }, 180)).toBe('Kept');
  expect(describeRule({ rule: 'runs', ...off }, 180)).toBe(
    'Kept 180 days, by the server’s settings',
  );
  expect(describeRule({ rule: 'runs', months: 12, fromAt: null }, 180)).toBe(
    'Erased 1 year after they ran',
  );
});

test('counts name what was erased, and rows of people only once', () => {
  expect(describeCounts({})).toBe('nothing');
  expect(describeCounts({ runs: 1200, people: 1, 'rows-of-people': 40 })).toBe(
    '1,200 runs, 1 person',
  );
});
