import {
  array,
  assert,
  constantFrom,
  double,
  integer,
  oneof,
  property,
  record,
  shuffledSubarray,
} from 'fast-check';
import { expect, test } from 'vitest';
import type { CountingRule, TotalRules } from './arrangement.ts';
import { fractionOf, roundHalfUp } from './fractions.ts';
import { type Cell, type Work, calculateLine, groupOf, prepareLines, tellRule } from './lines.ts';

const idOf = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;
const works = (...maxima: number[]): Work[] =>
  maxima.map((maxMarks, place) => ({ id: idOf(place), kind: 'quiz', maxMarks }));
const ALL: CountingRule = { which: 'all' };

function rulesOf(weight: number, rule: CountingRule, count: number, decimals = 2): TotalRules {
  const ids = Array.from({ length: count }, (_, place) => idOf(place));
  return {
    groups: [{ name: 'Tests', weight, rule, takes: [], works: ids }],
    outside: [],
    decimals,
  };
}

const best = (count: number) => rulesOf(100, { which: 'best', count }, 3);
const drop = (count: number, of: number) => rulesOf(100, { which: 'but_lowest', count }, of);

const lineOf = (columns: Work[], cells: Cell[], rules: TotalRules) =>
  calculateLine(prepareLines(columns, rules), cells);

test('a group sums what counts, divides by its maximum and weighs the share', () => {
  const line = lineOf(works(10, 10, 20), [10, 'absent', 15], rulesOf(40, ALL, 3));
  expect(line).toMatchObject({ total: 25, outOf: 40, percent: 62.5, isProvisional: false });
});

test('what is not known yet makes a total provisional and does not lower it', () => {
  for (const unknown of ['not_yet', 'to_mark', 'hidden'] as const) {
    const line = lineOf(works(10, 10), [8, unknown], rulesOf(50, ALL, 2));
    expect(line).toMatchObject({ total: 40, outOf: 50, percent: 80, isProvisional: true });
  }
});

test('what was not for the student scales the group, and a group without any leaves the total', () => {
  const rules: TotalRules = {
    groups: [
      { name: 'Tests', weight: 70, rule: ALL, takes: ['quiz'], works: [] },
      { name: 'Labs', weight: 30, rule: ALL, takes: ['assignment'], works: [] },
    ],
    outside: [],
    decimals: 2,
  };
  const columns: Work[] = [...works(10, 10), { id: idOf(9), kind: 'assignment', maxMarks: 20 }];
  expect(lineOf(columns, [5, 'not_asked', 10], rules)).toMatchObject({ total: 50, outOf: 100 });
  expect(lineOf(columns, [5, 10, 'not_asked'], rules)).toMatchObject({
    total: 52.5,
    outOf: 70,
    percent: 75,
    isProvisional: false,
    groups: [{ points: 52.5 }, { points: null }],
  });
});

test('the best are chosen by their share of the maximum, and of equal ones the earlier is kept', () => {
  expect(lineOf(works(10, 50, 20), [9, 40, 10], best(1)).percent).toBe(90);
  // 5 of 10 and 10 of 20 are equal shares.
  expect(lineOf(works(10, 20, 10), [5, 10, 10], best(2)).groups).toEqual([
    { points: 75, dropped: [1] },
  ]);
  expect(lineOf(works(20, 10, 10), [10, 5, 10], best(2)).groups[0]?.dropped).toEqual([1]);
});

test('of fewer works than the best so many, all count', () => {
  const rules = rulesOf(10, { which: 'best', count: 3 }, 2);
  expect(lineOf(works(10, 10), [10, 5], rules).total).toBe(7.5);
});

test('the lowest are dropped, but never the last one', () => {
  expect(lineOf(works(10, 10, 10), [10, 'absent', 8], drop(1, 3)).percent).toBe(90);
  expect(lineOf(works(10, 10), [4, 2], drop(5, 2)).percent).toBe(40);
});

test('a result that may yet be dropped counts until more is known', () => {
  const rules = rulesOf(100, { which: 'but_lowest', count: 1 }, 3);
  expect(lineOf(works(10, 10, 10), [10, 4, 'not_yet'], rules)).toMatchObject({
    percent: 70,
    isProvisional: true,
  });
});

test('nothing known has no total', () => {
  expect(lineOf(works(10), ['not_yet'], rulesOf(10, ALL, 1))).toEqual({
    groups: [{ points: null, dropped: [] }],
    total: null,
    outOf: 0,
    percent: null,
    isProvisional: true,
  });
});

test('thirds are added exactly and rounded once, half up', () => {
  const rules = rulesOf(30, ALL, 3);
  expect(lineOf(works(3, 3, 3), [1, 1, 1], rules)).toMatchObject({ total: 10, percent: 33.33 });
  // 0.145 and 1.005 are a little less as binary numbers.
  expect(lineOf(works(1), [0.145], rulesOf(1, ALL, 1)).total).toBe(0.15);
  expect(roundHalfUp(fractionOf(1.005), 2)).toBe(1.01);
  expect(roundHalfUp(fractionOf(-0.5), 0)).toBe(0);
  expect(roundHalfUp(fractionOf(1e-7), 2)).toBe(0);
  expect(roundHalfUp(fractionOf(1e21), 0)).toBe(1e21);
});

test('a work is in the group that names it, else in the one that takes its kind, unless it is outside', () => {
  const { groups } = rulesOf(10, ALL, 1);
  const taking = { name: 'Rest', weight: 5, rule: ALL, takes: ['quiz' as const], works: [] };
  const rules = { groups: [...groups, taking], outside: [idOf(2)] };
  const group = (place: number, kind: 'quiz' | 'assignment' = 'quiz') =>
    groupOf({ id: idOf(place), kind }, rules);
  expect([group(0), group(1), group(2), group(3, 'assignment')]).toEqual([0, 1, null, null]);
});

test('a rule is told in words', () => {
  expect(tellRule(ALL, 3)).toBe('All count.');
  expect(tellRule({ which: 'best', count: 2 }, 3)).toBe('The best 2 of 3 count.');
  expect(tellRule({ which: 'best', count: 3 }, 2)).toBe('The best 3 count.');
  expect(tellRule({ which: 'but_lowest', count: 1 }, 3)).toBe('The lowest of 3 does not count.');
  expect(tellRule({ which: 'but_lowest', count: 2 }, 2)).toBe('Only the best counts.');
});

/** Marks with odd decimals, and the other states. */
const someMax = oneof(integer({ min: 1, max: 100 }), constantFrom(0.1, 2.5, 33.333333333));
const someWork = record({
  max: someMax,
  share: oneof(double({ min: 0, max: 1, noNaN: true }), constantFrom(0, 1 / 3, 0.5, 1)),
  state: constantFrom(null, null, null, 'absent', 'not_yet', 'to_mark', 'not_asked', 'hidden'),
}).map(({ max, share, state }): { max: number; cell: Cell } => ({
  max,
  cell: state ?? max * share,
}));
const someWorks = array(someWork, { minLength: 1, maxLength: 8 });
const someRule = oneof(
  constantFrom<CountingRule>(ALL),
  integer({ min: 1, max: 9 }).map((count): CountingRule => ({ which: 'best', count })),
  integer({ min: 1, max: 9 }).map((count): CountingRule => ({ which: 'but_lowest', count })),
);

const percentOf = (given: { max: number; cell: Cell }[], rule: CountingRule) =>
  lineOf(
    works(...given.map(({ max }) => max)),
    given.map(({ cell }) => cell),
    rulesOf(100, rule, given.length),
  ).percent;

test('dropping works never lowers a percentage', () => {
  assert(
    property(someWorks, someRule, (given, rule) => {
      const [all, some] = [percentOf(given, ALL), percentOf(given, rule)];
      expect(some === null).toBe(all === null);
      expect(some ?? 0).toBeGreaterThanOrEqual(all ?? 0);
    }),
  );
});

test('a percentage lies between the lowest and the highest of its works', () => {
  assert(
    property(someWorks, someRule, (given, rule) => {
      const percent = percentOf(given, rule);
      const each = given.flatMap((one) => percentOf([one], ALL) ?? []);
      expect(percent === null).toBe(each.length === 0);
      if (percent === null) return;
      expect(percent).toBeGreaterThanOrEqual(Math.min(...each));
      expect(percent).toBeLessThanOrEqual(Math.max(...each));
    }),
  );
});

test('the order of works does not matter if no shares are equal', () => {
  const distinct = array(record({ max: someMax, tenth: integer({ min: 0, max: 1000 }) }), {
    minLength: 1,
    maxLength: 8,
  }).map((given) => {
    const once = new Map(given.map((one) => [one.tenth, one]));
    return [...once.values()].map(({ max, tenth }) => ({ max, cell: (max * tenth) / 1000 }));
  });
  assert(
    property(
      distinct.chain((given) =>
        record({
          given: constantFrom(given),
          other: shuffledSubarray(given, { minLength: given.length }),
        }),
      ),
      someRule,
      ({ given, other }, rule) => {
        expect(percentOf(other, rule)).toBe(percentOf(given, rule));
      },
    ),
  );
});

test('works that were not for the student change nothing', () => {
  assert(
    property(someWorks, someRule, (given, rule) => {
      const asked = given.filter(({ cell }) => cell !== 'not_asked');
      expect(percentOf(asked, rule)).toBe(percentOf(given, rule));
    }),
  );
});
