import { expect, test } from 'vitest';
import { readRollNumbers } from './roll-numbers.ts';

test.each([
  ['one a line', '2105001\n2105002\r\n', ['2105001', '2105002']],
  ['a row of a spreadsheet', '2105001\t2105002', ['2105001', '2105002']],
  ['with commas and blanks', ' 21a , 21b;21c ', ['21a', '21b', '21c']],
  ['the same twice, in another case', '21a 21A', ['21a']],
  ['leading zeros live', '007', ['007']],
  ['nothing', ' \n', []],
])('a pasted list is read: %s', (_, text, found) => {
  expect(readRollNumbers(text)).toEqual(found);
});
