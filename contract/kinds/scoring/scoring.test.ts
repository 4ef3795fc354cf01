import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEVERAL_RULES, scoreSeveral } from './choices.ts';
import { scoreProgram } from './programs.ts';
import {
  NOTHING,
  WHOLE,
  dividedBy,
  isAtMost,
  isSame,
  markOf,
  minus,
  plus,
  ratio,
  readDecimal,
  readRatio,
  snap,
  times,
  writeRatio,
} from './ratios.ts';
import { isTextLike, scoreText } from './texts.ts';

const anyRatio = fc
  .tuple(fc.bigInt(-1000n, 1000n), fc.bigInt(1n, 1000n))
  .map(([over, under]) => ratio(over, under));
/** Every text is read as nothing. */
const expectNone = (read: (text: string) => unknown, texts: string[]) =>
  expect(texts.filter((text) => read(text) !== null)).toEqual([]);
const settings = { ignoresCase: true, foldsSpaces: true };

test('sums and products of ratios can be undone, and what is written is read again', () => {
  fc.assert(
    fc.property(
      anyRatio,
      anyRatio,
      anyRatio.filter(({ over }) => over !== 0n),
      (a, b, c) => {
        expect(minus(plus(a, b), b)).toEqual(a);
        expect(dividedBy(times(a, c), c)).toEqual(a);
        expect(readRatio(writeRatio(a))).toEqual(a);
      },
    ),
  );
});

test('a mark is rounded once to hundredths, half away from 0', () => {
  expect(markOf(100, ratio(1, 3))).toBe(33);
  expect(markOf(200, ratio(-1, 3))).toBe(-67);
  expect(markOf(5, ratio(1, 2))).toBe(3);
  expect(markOf(5, ratio(-1, 2))).toBe(-3);
  expect(markOf(100_000, WHOLE)).toBe(100_000);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), anyRatio, (points, share) => {
      const exact = (points * Number(share.over)) / Number(share.under);
      expect(Math.abs(markOf(points, share) - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
    }),
  );
});

test('a decimal is read to its last digit, and what would fill the memory is none', () => {
  expect(readDecimal('0.1')).toEqual(ratio(1, 10));
  expect(readDecimal('-1.5e-3')).toEqual(ratio(-3, 2000));
  expectNone(readDecimal, [
    '',
    '.',
    '-',
    'e5',
    '1e',
    '1.2.3',
    '0x10',
    'Infinity',
    '1e999999999',
    '9'.repeat(101),
  ]);
  expectNone(readRatio, ['1/0', '1/2/3', '1/', '/2']);
});

test('an imported decimal is the fraction that it was rounded from', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: -20, max: 20 }),
      (under, over) => {
        const written = readDecimal((over / under).toFixed(7));
        expect(written && snap(written)).toEqual(ratio(over, under));
      },
    ),
  );
  expect(snap(ratio(1, 1000))).toEqual(ratio(1, 1000));
});

test('under each rule the right ticks earn everything, none earn nothing, and no ticks earn more', () => {
  const question = fc.integer({ min: 2, max: 10 }).chain((options) => {
    const ids = Array.from({ length: options }, (_, at) => String(at));
    const some = fc.subarray(ids);
    return fc.record({
      ids: fc.constant(ids),
      right: fc.subarray(ids, { minLength: 1 }),
      ticked: some,
    });
  });
  fc.assert(
    fc.property(question, fc.constantFrom(...SEVERAL_RULES), ({ ids, right, ticked }, rule) => {
      const score = (given: string[]) =>
        scoreSeveral(rule, new Set(given), new Set(right), ids.length);
      expect(score(right)).toEqual(WHOLE);
      expect(score([])).toEqual(NOTHING);
      const share = score(ticked);
      expect(isAtMost(share, WHOLE)).toBe(true);
      expect(isAtMost(rule === 'jee_advanced' ? ratio(-1, 2) : NOTHING, share)).toBe(true);
      expect(isSame(share, WHOLE)).toBe(ticked.join() === right.join());
    }),
  );
});

test('a pattern with stars means the same as the expression that it stands for', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.', '['), maxLength: 8 });
  const answer = fc.string({
    unit: fc.constantFrom('a', 'b', '.', '['),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(letters, answer, (pattern, text) => {
      const pieces = pattern.split('*').map((piece) => piece.replaceAll(/[.[]/g, String.raw`\$&`));
      const expression = new RegExp(`^${pieces.join('.*')}$`);
      expect(isTextLike(text, pattern, settings)).toBe(expression.test(text));
    }),
    { numRuns: 1000 },
  );
});

test('spaces and large letters count as the question says, and nothing written is never right', () => {
  const exactly = { ignoresCase: false, foldsSpaces: false };
  expect(isTextLike(' Binary   Tree ', 'binary tree', settings)).toBe(true);
  expect(isTextLike('Binary Tree', 'binary tree', exactly)).toBe(false);
  expect(isTextLike('binary  tree', 'binary tree', exactly)).toBe(false);
  expect(scoreText('  ', [{ pattern: '*', share: WHOLE }], settings)).toEqual(NOTHING);
});

test('a program earns its points, its groups, or everything', () => {
  const passed = { points: ratio(2), outcome: WHOLE };
  const failed = { points: ratio(2), outcome: NOTHING };
  expect(scoreProgram('sum', [[passed, failed]])).toEqual(ratio(1, 2));
  expect(scoreProgram('subtasks', [[passed, failed], [passed]])).toEqual(ratio(1, 2));
  expect(scoreProgram('all_or_nothing', [[passed], [failed]])).toEqual(NOTHING);
  expect(scoreProgram('all_or_nothing', [[passed], [passed]])).toEqual(WHOLE);
  expect(scoreProgram('sum', [])).toEqual(NOTHING);
  expect(scoreProgram('all_or_nothing', [])).toEqual(NOTHING);
});
