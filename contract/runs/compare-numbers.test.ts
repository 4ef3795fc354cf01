import { assert, bigInt, constantFrom, integer, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { isExpected } from './compare-output.ts';
import { describeTolerance } from './test-case.ts';

const rule = (tolerance: number, toleranceIs?: 'absolute' | 'relative' | 'either') =>
  ({ comparison: 'numbers', tolerance, ...(toleranceIs && { toleranceIs }) }) as const;

const sized = (value: bigint) => (value < 0n ? -value : value);

const factorialOf200 = String(
  Array.from({ length: 200 }, (_, at) => BigInt(at + 1)).reduce((all, one) => all * one, 1n),
);

test('a number beyond a double accepts only numbers that are near it', () => {
  for (const tolerance of [0, 0.000_001, 0.01]) {
    expect(isExpected('120', factorialOf200, rule(tolerance))).toBe(false);
    expect(isExpected('1e400', factorialOf200, rule(tolerance))).toBe(false);
    expect(isExpected(factorialOf200, '120', rule(tolerance))).toBe(false);
    expect(isExpected(`+00${factorialOf200}.0`, factorialOf200, rule(tolerance))).toBe(true);
  }
  expect(isExpected('1e500', '1.001e500', rule(0.01))).toBe(true);
  expect(isExpected('1e500', '1.02e500', rule(0.01))).toBe(false);
  expect(isExpected('-1e500', '1e500', rule(1))).toBe(false);
  expect(isExpected(`${factorialOf200}1`, factorialOf200, rule(0.01))).toBe(false);
});

test('with a tolerance of 0, numbers are the same to the last digit', () => {
  expect(isExpected('9007199254740992', '9007199254740993', rule(0))).toBe(false);
  expect(isExpected('9007199254740993.00', '9007199254740993', rule(0))).toBe(true);
  expect(isExpected('0.1', '0.10000000000000001', rule(0))).toBe(false);
  expect(isExpected('1e-400', '0', rule(0))).toBe(false);
  expect(isExpected('-0', '0.00', rule(0))).toBe(true);
  expect(isExpected('120e-1', '12', rule(0))).toBe(true);
});

test('a difference of exactly the tolerance is allowed, and not the least more', () => {
  expect(isExpected('0.31', '0.30', rule(0.01))).toBe(true);
  expect(isExpected('0.29', '0.30', rule(0.01))).toBe(true);
  expect(isExpected('0.310000000000000000000000001', '0.30', rule(0.01))).toBe(false);
  expect(isExpected('101', '100', rule(0.01))).toBe(true);
  expect(isExpected('101.00000000000000000000001', '100', rule(0.01))).toBe(false);
  expect(isExpected('1', `-1e-${'9'.repeat(10)}`, rule(1, 'absolute'))).toBe(false);
  expect(isExpected('1', `1e-${'9'.repeat(10)}`, rule(1, 'absolute'))).toBe(true);
});

test('a tolerance is absolute, relative, or the larger of both, as the rule says', () => {
  expect(isExpected('1002', '1000', rule(0.01, 'absolute'))).toBe(false);
  expect(isExpected('1002', '1000', rule(0.01, 'relative'))).toBe(true);
  expect(isExpected('1002', '1000', rule(0.01, 'either'))).toBe(true);
  expect(isExpected('0.005', '0', rule(0.01, 'absolute'))).toBe(true);
  expect(isExpected('0.005', '0', rule(0.01, 'relative'))).toBe(false);
  expect(isExpected('0.005', '0', rule(0.01, 'either'))).toBe(true);
  expect(isExpected('0.105', '0.1', rule(0.01, 'relative'))).toBe(false);
});

test('any two decimals are compared as fractions of integers are', () => {
  const decimal = tuple(bigInt({ min: -120n, max: 120n }), integer({ min: -6, max: 6 }));
  const tolerances = constantFrom('0', '0.01', '0.5', '1', '2e-3', '30', '5e4');
  const kinds = constantFrom('absolute', 'relative', 'either');
  const unit = 10n ** 6n;
  assert(
    property(decimal, decimal, tolerances, kinds, (one, other, tolerance, kind) => {
      const [a, b] = [one, other].map(([digits, power]) => digits * 10n ** BigInt(power + 6));
      if (a === undefined || b === undefined) throw new Error('There are two.');
      const allowed = BigInt(Math.round(Number(tolerance) * 1000));
      const isRelative = kind === 'relative' || (kind === 'either' && sized(b) >= unit);
      const isWithin = sized(a - b) * 1000n <= allowed * (isRelative ? sized(b) : unit);
      const [typed, expected] = [one, other].map(([digits, power]) => `${digits}e${power}`);
      const answer = isExpected(typed ?? '', expected ?? '', rule(Number(tolerance), kind));
      expect(answer).toBe(isWithin);
    }),
    { numRuns: 3000 },
  );
});

test('numbers with far more digits or longer exponents than needed are compared all the same', () => {
  const third = `0.${'3'.repeat(200_000)}`;
  expect(isExpected(third, '0.3333', rule(0.0001))).toBe(true);
  expect(isExpected(third, '0.3332', rule(0.0001))).toBe(false);
  const long = '7'.repeat(50_000);
  expect(isExpected(`${long}8`, `${long}9`, rule(0))).toBe(false);
  expect(isExpected(`${long}8`, `${long}9`, rule(1, 'absolute'))).toBe(true);
  expect(isExpected('1e99999999999', '2', rule(1e9))).toBe(false);
  expect(isExpected('1e-99999999999', '0', rule(1e-9))).toBe(true);
  expect(isExpected(`1e${'9'.repeat(30)}`, `1e${'9'.repeat(31)}`, rule(1e9))).toBe(false);
  expect(isExpected(`0e${'9'.repeat(30)}`, '0', rule(0))).toBe(true);
});

test('students read which tolerance applies', () => {
  expect(describeTolerance('0.01')).toBe(
    'may differ by 0.01, or by 0.01 times the expected number if that is more',
  );
  expect(describeTolerance('0.01', 'absolute')).toBe('may differ by 0.01');
  expect(describeTolerance('0.01', 'relative')).toBe(
    'may differ by 0.01 times the expected number',
  );
  expect(describeTolerance('0.0', 'either')).toBe('must be equal');
});
