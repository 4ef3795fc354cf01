import { expect, test } from 'vitest';
import { readingOf } from './reading.ts';

const said = (answer: string, body: object = {}) =>
  readingOf({ unit: 'none', ...body }, answer)?.message ?? null;

test('what cannot be read as a number is said while it is typed', () => {
  const unread =
    'This cannot be read as a number and would earn nothing. Type it like 3.14, 1e-3 or 1/2.';
  for (const answer of ['pi', '2+3', '84/7', '5 or 6', '1,0000']) expect(said(answer)).toBe(unread);
  expect(said('pi', { hasDecimalComma: true })).toContain('like 3,14');
  expect(said('3.14 m')).toBe(
    'The answer is a number alone. With “m” it would earn nothing: leave it out.',
  );
  expect(said('3.14', { unit: 'required' })).toBe('The unit is missing. Type it after the number.');
  expect(said('5 $', { unit: 'required', isUnitFirst: true })).toContain('cannot be read');
});

test('what is read otherwise than it is written is said, and nothing else', () => {
  expect(said('10^5')).toBe('Read as 100000.');
  expect(said('1/3')).toBe('Read as 1/3.');
  expect(said('0,5')).toBe('Read as 0.5.');
  expect(said('1,500')).toBe('Read as 1500.');
  expect(said('–5')).toBe('Read as -5.');
  expect(said('₹1,00,000')).toBe('Read as 100000.');
  expect(said('1 000,5 m', { unit: 'optional', hasDecimalComma: true })).toBe('Read as 1000,5 m.');
  expect(said('$ 1,000', { unit: 'required', isUnitFirst: true })).toBe('Read as $ 1000.');
  for (const answer of ['5', '-5', '3.140', '.5', '+2']) expect(said(answer)).toBeNull();
  expect(said('3.14 m', { unit: 'optional' })).toBeNull();
  expect(said('$5', { unit: 'required', isUnitFirst: true })).toBeNull();
});
