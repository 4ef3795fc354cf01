import { expect, test } from 'vitest';
import { printedAt, splitInput } from './printed-text.ts';

const output = [
  { text: 'one\n', isError: false },
  { text: 'two\n', isError: false },
  { text: 'wrong\n', isError: true },
];

test('what is printed at a step is told apart by stream, and what is new from what was there', () => {
  expect(printedAt(output, 3, 1)).toEqual({
    parts: [
      { text: 'one\n', isError: false, isNew: false },
      { text: 'two\n', isError: false, isNew: true },
      { text: 'wrong\n', isError: true, isNew: true },
    ],
    isCut: false,
  });
  expect(printedAt(output, 2, 2).parts).toEqual([
    { text: 'one\ntwo\n', isError: false, isNew: false },
  ]);
  expect(printedAt(output, 0, 0)).toEqual({ parts: [], isCut: false });
});

test('of a long output the last part is shown', () => {
  const long = Array.from({ length: 50 }, () => ({ text: 'x'.repeat(999), isError: false }));
  const { parts, isCut } = printedAt(long, 40, 40);
  expect(parts).toHaveLength(1);
  expect(parts[0]?.text).toHaveLength(8000);
  expect(isCut).toBe(true);
});

const encode = (text: string) => new TextEncoder().encode(text);

test('the input is split where it was read up to, never within a character', () => {
  expect(splitInput(encode('21\n4\n'), 3)).toMatchObject({ read: '21\n', unread: '4\n' });
  expect(splitInput(encode('é1'), 1)).toMatchObject({ read: '', unread: 'é1' });
  expect(splitInput(encode('ab'), 99)).toMatchObject({ read: 'ab', unread: '' });
});

test('of a long input the part around this place is shown', () => {
  const parts = splitInput(encode('é'.repeat(10_000)), 9000);
  expect(parts).toMatchObject({ isCutBefore: true, isCutAfter: true });
  expect(parts.read + parts.unread).toMatch(/^é+$/);
});
