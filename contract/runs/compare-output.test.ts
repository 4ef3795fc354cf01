import { array, assert, constantFrom, double, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { isExpected } from './compare-output.ts';

const exact = { comparison: 'exact', tolerance: 0 } as const;
const ignoringSpace = { comparison: 'ignoring-space', tolerance: 0 } as const;
const numbers = (tolerance: number) => ({ comparison: 'numbers', tolerance }) as const;

test('every text is what is expected of itself, in each way', () => {
  assert(
    property(string(), (text) => {
      for (const rule of [exact, ignoringSpace, numbers(0)]) {
        expect(isExpected(text, text, rule)).toBe(true);
      }
    }),
  );
});

test('exactly the same means every space, but not how the last line ends', () => {
  expect(isExpected('a b\n', 'a b', exact)).toBe(true);
  expect(isExpected('a\r\nb', 'a\nb\n', exact)).toBe(true);
  expect(isExpected('a  b', 'a b', exact)).toBe(false);
  expect(isExpected('a b ', 'a b', exact)).toBe(false);
  expect(isExpected('a\n\n', 'a', exact)).toBe(false);
});

test('a byte order mark and the line breaks of Windows fail no right program', () => {
  for (const rule of [exact, ignoringSpace, numbers(0)]) {
    expect(isExpected('1\n2\n', '\uFEFF1\r\n2\r\n', rule)).toBe(true);
    expect(isExpected('\uFEFF1\n2', '1\n2\n', rule)).toBe(true);
  }
  expect(isExpected('1\n\uFEFF2', '1\n2', exact)).toBe(false);
  expect(isExpected('1\r2', '1\n2', exact)).toBe(false);
});

test('white space of any kind and length is ignored, and nothing else', () => {
  assert(
    property(
      array(constantFrom('1', 'two', 'drei', '4.0'), { minLength: 1 }),
      constantFrom(' ', '\n', '\t', '  \r\n '),
      (words, space) => {
        expect(isExpected(` ${words.join(space)}\n`, words.join(' '), ignoringSpace)).toBe(true);
        expect(isExpected(`${words.join(space)}x`, words.join(' '), ignoringSpace)).toBe(false);
      },
    ),
  );
  expect(isExpected('ab', 'a b', ignoringSpace)).toBe(false);
});

test('a number within the tolerance passes, and one beyond it does not', () => {
  assert(
    property(double({ min: -1e6, max: 1e6, noNaN: true }), (value) => {
      const near = value + 0.9e-6 * Math.max(1, Math.abs(value));
      const far = value + 3e-6 * Math.max(1, Math.abs(value));
      expect(isExpected(String(near), String(value), numbers(1e-6))).toBe(true);
      expect(isExpected(String(far), String(value), numbers(1e-6))).toBe(false);
    }),
  );
});

test('with numbers, other words must be the same and none may be missing', () => {
  expect(isExpected('mean 2.50', 'mean 2.5', numbers(0))).toBe(true);
  expect(isExpected('Mean 2.5', 'mean 2.5', numbers(1))).toBe(false);
  expect(isExpected('2.5', '2.5 3', numbers(1))).toBe(false);
  expect(isExpected('nan', '2.5', numbers(1e9))).toBe(false);
  expect(isExpected('0x10', '16', numbers(0))).toBe(false);
});

test('a number is read as the pattern of a number says', () => {
  const isNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
  assert(
    property(string({ unit: constantFrom('1', '.', 'e', 'E', '+', '-'), maxLength: 5 }), (word) => {
      const isRead = isExpected(`${word} 0`, '0 0', numbers(1e300));
      expect(isRead).toBe(isNumber.test(word));
    }),
    { numRuns: 2000 },
  );
});

test('a million digits before a letter are told from a number in time that grows with them', () => {
  expect(isExpected(`${'1'.repeat(1_000_000)}x`, '1', numbers(1))).toBe(false);
  expect(isExpected('1'.repeat(1_000_000), '1', numbers(1))).toBe(false);
});
