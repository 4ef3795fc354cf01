import { expect, test } from 'vitest';
import { binMinutes, binPercents, compareGroups, countUp, slopeOf } from './distributions.ts';

test('a full score lies in the highest tenth, and a border in the higher one', () => {
  const bins = binPercents([0, 9.9, 10, 99, 100]);
  expect(bins.map(({ count }) => count)).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
});

test('times taken lie in steps of whole minutes, and every one in one of them', () => {
  expect(binMinutes([0.5, 1, 1.9, 3])).toEqual([
    { from: 0, to: 1, count: 1 },
    { from: 1, to: 2, count: 2 },
    { from: 2, to: 3, count: 0 },
    { from: 3, to: 4, count: 1 },
  ]);
  const long = binMinutes([0, 60, 119.5, 120]);
  expect(long.length).toBeLessThanOrEqual(12);
  expect(long.reduce((sum, { count }) => sum + count, 0)).toBe(4);
  expect(binMinutes([])).toEqual([]);
});

test('submissions are counted up to the last one', () => {
  const times = [0, 10, 20].map((minute) => new Date(Date.UTC(2026, 0, 1, 10, minute)));
  const counted = countUp(times);
  expect(counted.at(0)).toEqual({ at: '2026-01-01T10:00:00.000Z', count: 1 });
  expect(counted.at(-1)).toEqual({ at: '2026-01-01T10:20:00.000Z', count: 3 });
  expect(countUp([])).toEqual([]);
});

test('groups are compared by their means, and who is in none is left out', () => {
  const groups = compareGroups([
    { name: 'CSE', percent: 40 },
    { name: 'CSE', percent: 60 },
    { name: 'IT', percent: 90 },
    { name: '', percent: 0 },
  ]);
  expect(groups).toMatchObject([
    { name: 'IT', attempts: 1, mean: 90, standardDeviation: null },
    { name: 'CSE', attempts: 2, mean: 50, median: 50, lowest: 40, highest: 60 },
  ]);
});

test('a trend needs three results, and is the change from one to the next', () => {
  expect(slopeOf([40, 60])).toBeNull();
  expect(slopeOf([40, 50, 60])).toBeCloseTo(10, 12);
  expect(slopeOf([70, 60, 50, 40])).toBeCloseTo(-10, 12);
});
