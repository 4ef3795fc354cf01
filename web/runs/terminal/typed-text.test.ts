import { expect, test } from 'vitest';
import { countCutLines, splitTyped } from './typed-text.ts';

test('a pasted line of more bytes than a terminal keeps is counted', () => {
  expect(countCutLines(`${'x'.repeat(4095)}\r${'y'.repeat(4095)}\n`)).toBe(0);
  expect(countCutLines(`1\r${'x'.repeat(4096)}\r2`)).toBe(1);
  expect(countCutLines('अ'.repeat(1366))).toBe(1);
});

test('a pasted text is sent in pieces that tear no emoji', () => {
  const text = `a${'😀'.repeat(5)}`;
  const pieces = splitTyped(text, 4);
  expect(pieces.join('')).toBe(text);
  expect(pieces.every((piece) => piece.isWellFormed() && piece.length <= 4)).toBe(true);
  expect(splitTyped('', 4)).toEqual([]);
});
