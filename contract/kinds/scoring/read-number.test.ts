import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_UNITS, scoreNumber } from './numbers.ts';
import { NOTHING, WHOLE, isAtMost, isSame, ratio } from './ratios.ts';
import { readNumber } from './read-number.ts';

const valueOf = (text: string) => readNumber(text)?.value ?? null;
/** Every text is read as nothing. */
const expectNone = (read: (text: string) => unknown, texts: string[]) =>
  expect(texts.filter((text) => read(text) !== null)).toEqual([]);

test('a number is read as it is written, and never as another one', () => {
  expect(valueOf('1,00,000')).toEqual(ratio(100_000));
  expect(valueOf('−5')).toEqual(ratio(-5));
  expectNone(valueOf, [
    '1,0000',
    '10,0000',
    ',5',
    '1,,000',
    '1 00',
    '1,000 000',
    '--5',
    '3–5',
    '2+3',
    '2/4',
    '84/7',
    '1/0',
    '1 1/2',
    '2^10',
    '5²',
    '5 or 6',
    '5; 6',
    '1.2.3',
    '',
    'x',
    '1'.repeat(300),
  ]);
  expect(readNumber('5 eV')).toEqual({ value: ratio(5), unit: 'eV' });
  expect(readNumber('5 /s')).toEqual({ value: ratio(5), unit: '/s' });
  const half = [
    { accepted: { kind: 'absolute', value: ratio(1), tolerance: NOTHING }, share: WHOLE } as const,
  ];
  expect(scoreNumber('3/2', half)).toEqual(NOTHING);
  expect(scoreNumber('1 m', half, NO_UNITS)).toEqual(NOTHING);
});

test('every way to write a number that means one number is read', () => {
  const ways: [string, ReturnType<typeof ratio>][] = [
    ['10^5', ratio(100_000)],
    ['10⁵', ratio(100_000)],
    ['-10**-2', ratio(-1, 100)],
    ['3·10^(-1)', ratio(3, 10)],
    ['3 × 10⁻¹', ratio(3, 10)],
    ['1/2', ratio(1, 2)],
    ['–22/7', ratio(-22, 7)],
    ['0,5', ratio(1, 2)],
    ['0,125', ratio(1, 8)],
    ['1,5', ratio(3, 2)],
    ['1.234,5', ratio(12_345, 10)],
    ['–5', ratio(-5)],
    ['‑5', ratio(-5)],
    ['1e–3', ratio(1, 1000)],
    ['₹1,00,000', ratio(100_000)],
    ['₹ 1,00,000.50', ratio(200_001, 2)],
    ['1 000', ratio(1000)],
    ['1\u00A0000', ratio(1000)],
    ['1\u202F000\u202F000.5', ratio(2_000_001, 2)],
    ['१००', ratio(100)],
    ['୧୨', ratio(12)],
    ['\u200B42\uFEFF', ratio(42)],
  ];
  expect(ways.filter(([text, value]) => !isSame(valueOf(text) ?? NOTHING, value))).toEqual([]);
  const comma = { decimal: ',', thousands: ' ' } as const;
  expect(readNumber('3.14', comma)?.value).toEqual(ratio(157, 50));
  expect(readNumber('1.234', comma)).toBeNull();
  expect(readNumber('1.234,5', comma)?.value).toEqual(ratio(12_345, 10));
});

test('units are the same in each form that looks the same, and a wrong one earns no more than none', () => {
  const forms = [
    ['5 \u00B5m', '5 \u03BCm'],
    ['5 \u2126', '5 \u03A9'],
    ['5 m²', '5 m2'],
    ['5 N·m', '5 N ⋅ m'],
    ['5 ℃', '5 °C'],
    ['5 \u212Bm', '5 A\u030Am'],
  ] as const;
  for (const [one, other] of forms) expect(readNumber(one)).toEqual(readNumber(other));
  const optional = {
    ...NO_UNITS,
    rule: 'optional',
    factors: new Map([
      ['m', WHOLE],
      ['μm', ratio(1_000_000)],
    ]),
  } as const;
  const keys = [
    { accepted: { kind: 'absolute', value: ratio(5), tolerance: NOTHING }, share: WHOLE } as const,
  ];
  const score = (typed: string) => scoreNumber(typed, keys, optional);
  expect(score('5')).toEqual(WHOLE);
  expect(score('5 \u00B5m')).toEqual(NOTHING);
  expect(score('5000000 \u00B5m')).toEqual(WHOLE);
  const unit = fc.constantFrom('', ' kg', ' \u00B5m', ' m', ' frogs', ' or 5', '; 5', ' / 1');
  fc.assert(
    fc.property(fc.integer({ min: -9, max: 9 }), unit, (value, written) => {
      expect(isAtMost(score(`${value}${written}`), score(`${value}`))).toBe(true);
    }),
  );
});

test('a tolerance takes what is on its edge, and nothing beyond it', () => {
  const digits = fc.integer({ min: -99_999, max: 99_999 });
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 999 }), (value, reach) => {
      const key = {
        kind: 'absolute',
        value: ratio(value, 100),
        tolerance: ratio(reach, 100),
      } as const;
      const score = (typed: number) =>
        scoreNumber((typed / 100).toFixed(2), [{ accepted: key, share: WHOLE }]);
      expect(score(value + reach)).toEqual(WHOLE);
      expect(score(value - reach)).toEqual(WHOLE);
      expect(score(value + reach + 1)).toEqual(NOTHING);
    }),
  );
});
