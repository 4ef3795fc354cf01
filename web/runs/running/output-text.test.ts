import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksOf, longestLineLength, sizeInWords, withInvisibleShown } from './output-text.ts';

describe('a text split into blocks', () => {
  test('joins to the same text, without its last line break', () => {
    assert(
      property(array(constantFrom('a', '\n', ' '), { maxLength: 2000 }), (characters) => {
        const text = characters.join('');
        const again = blocksOf(text)
          .map((block) => block.text)
          .join('\n');
        expect(again).toBe(text.endsWith('\n') ? text.slice(0, -1) : text);
      }),
    );
  });

  test('of a megabyte has blocks of a bounded number of lines', () => {
    const blocks = blocksOf('12345\n'.repeat(180_000));
    expect(blocks.every(({ lineCount }) => lineCount <= 250)).toBe(true);
    expect(blocks.reduce((sum, { lineCount }) => sum + lineCount, 0)).toBe(180_000);
  });

  test('is empty when nothing was printed', () => {
    expect(blocksOf('')).toEqual([]);
  });
});

test('the longest line is found anywhere', () => {
  expect(longestLineLength('')).toBe(0);
  expect(longestLineLength('a\nbcd\ne')).toBe(3);
  expect(longestLineLength('a\nbcd')).toBe(3);
});

describe('shown on demand', () => {
  test.each([
    ['blanks at the end of a line', 'a b  \nc', 'a b··↵\nc'],
    ['carriage returns', 'a\r\nb\r\n', 'a␍↵\nb␍↵\n'],
    ['tabs, which keep their width', '\ta', '→\ta'],
    ['a missing line break at the end', 'a', 'a'],
    ['NUL and escape', 'a\0\u001B[1m', 'a␀␛[1m'],
  ])('%s', (_, text, shown) => {
    expect(withInvisibleShown(text)).toBe(shown);
  });
});

test('sizes are formatted', () => {
  expect([500, 2048, 65_536, 3_481_600].map(sizeInWords)).toEqual([
    '500 bytes',
    '2.0 KiB',
    '64 KiB',
    '3.3 MiB',
  ]);
});
