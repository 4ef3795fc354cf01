import { plainToMarkdown } from '@vlabs/contract/text/plain-text';
import { expect, test } from 'vitest';
import { findMisread } from './misread-text.ts';

test.each([
  ['#', ''],
  ['*', ''],
  ['+', ''],
  ['-', ''],
  ['>=', '='],
  ['__init__', 'init'],
  ['2*3*4', '234'],
  ['a*b*', 'ab'],
  ['1. none', 'none'],
  ['$5 to $10', '5 to 10'],
  ['a~b~', 'ab'],
  ['a[i](x)', 'ai'],
  ['&lt;', '<'],
  ['\\(x\\)', '(x)'],
  ['printf("\\"hi\\"")', 'printf(""hi"")'],
  ['one\ntwo', 'one two'],
])('option %j is told to read %j, until it is shown as typed', (typed, shown) => {
  expect(findMisread(typed, true)).toBe(shown);
  expect(findMisread(plainToMarkdown(typed), true)).toBeNull();
});

test.each([
  '`a*b*`',
  '$x^2$ and $y$',
  '$$\\frac{1}{2}$$',
  '**both** of them',
  'Choose *one*.',
  '[the manual](https://example.org/a_b_c)',
  'see https://example.org/__a__',
  'snake_case < 2 * 3',
  '',
])('%j is meant as it is shown', (typed) => {
  expect(findMisread(typed, true)).toBeNull();
});

test('a question may have headings, lists and tables, but its code keeps its lines', () => {
  expect(findMisread('# Sorting\n\n1. one\n2. two\n\n| a |\n|---|\n| b |', false)).toBeNull();
  expect(findMisread('```python\nif x:\n    y()\n```', false)).toBeNull();
  expect(findMisread('What prints\nif x:\n    y()', false)).toBe('What prints if x: y()');
  expect(findMisread('#', false)).toBe('');
});
