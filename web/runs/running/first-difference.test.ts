import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { findFirstDifference } from './first-difference.ts';

test('the first line and character that differ are found', () => {
  expect(findFirstDifference('1\n24\n3\n', '1\n23\n3\n')).toEqual({
    line: 2,
    column: 2,
    printed: '24',
    expected: '23',
  });
});

test('a side that ends too early is reported as ended', () => {
  expect(findFirstDifference('1\n', '1\n2\n')).toMatchObject({ printed: null, expected: '2' });
  expect(findFirstDifference('1\n\n2', '1')).toMatchObject({
    line: 2,
    printed: '',
    expected: null,
  });
});

test('blanks at the end of a line and empty lines at the end do not count', () => {
  expect(findFirstDifference('1  \r\n2\t\n\n\n', '1\n2')).toBeNull();
  assert(
    property(string({ unit: 'grapheme' }), (text) => {
      expect(findFirstDifference(`${text} \n\n`, text)).toBeNull();
    }),
  );
});

const isNear = (one: string, other: string) => Number(one) - Number(other) < 0.1;

test('lines that a tolerant rule calls the same are skipped', () => {
  expect(findFirstDifference('1.01\n7\n', '1\n2\n', isNear)).toMatchObject({ line: 2, column: 1 });
});
