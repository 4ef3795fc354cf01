import { expect, test } from 'vitest';
import { showLinesOf } from './show-part.ts';

test('the length of a program is told in lines', () => {
  expect(showLinesOf('')).toBe('0 lines');
  expect(showLinesOf('a\n\n')).toBe('1 line');
  expect(showLinesOf('a\nb\n')).toBe('2 lines');
});
