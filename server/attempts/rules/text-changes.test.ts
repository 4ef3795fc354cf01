import { applyStep } from '@vlabs/contract/attempts/judging';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeBetween } from '../sitting/record-writing.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('a', 'b', '😀', '😁') }),
);

test('a change makes the one text the other, and is well-formed', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const change = changeBetween(before, after);
      expect(change === null ? before : applyStep(before, change)).toBe(after);
      expect(change?.added.isWellFormed() ?? true).toBe(true);
    }),
  );
});

test('typing in the middle of a text is a change of what was typed', () => {
  expect(changeBetween('int main', 'int x; main')).toEqual({ from: 4, removed: 0, added: 'x; ' });
  expect(changeBetween('aaa', 'aa')).toEqual({ from: 2, removed: 1, added: '' });
  expect(changeBetween('😀', '😁')).toEqual({ from: 0, removed: 2, added: '😁' });
});
