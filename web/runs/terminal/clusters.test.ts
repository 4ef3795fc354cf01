import { expect, test } from 'vitest';
import { clusters } from './clusters.ts';

/** The clusters of a text with their columns, as xterm reads them. */
function cellsOf(text: string): [string, number][] {
  const cells: [string, number][] = [];
  let preceding = 0;
  for (const character of text) {
    preceding = clusters.charProperties(character.codePointAt(0) ?? 0, preceding);
    const columns = (preceding >> 1) & 3;
    const last = cells.at(-1);
    if ((preceding & 1) === 1 && last) cells[cells.length - 1] = [last[0] + character, columns];
    else cells.push([character, columns]);
  }
  return cells;
}

const segments = new Intl.Segmenter('hi', { granularity: 'grapheme' });

test.each([
  'फ़रीदा',
  'क्षत्रिय र्की ज्ञ स्त्री',
  'ଓଡ଼ିଆ କ୍ଷ',
  'বাংলা ক্ষ',
  'e\u0301a\u0308\u0304z',
  '👨‍👩‍👧🏳️‍🌈👍🏽👩🏽‍💻👩🏽‍❤️‍💋‍👨🏿❤️1️⃣',
  '🇮🇳🇫🇷🇮',
  '日本語ガ한글',
  'plain text, ©® and “quotes”…',
])('each letter of %s is in cells of its own', (text) => {
  const expected = Array.from(segments.segment(text), ({ segment }) => segment);
  expect(cellsOf(text).map(([cluster]) => cluster)).toEqual(expected);
});

test.each([
  ['फ़रीदा', [1, 2, 2]],
  ['क्ष', [2]],
  ['स्त्री', [2]],
  ['👨‍👩‍👧👍🏽❤️1️⃣', [2, 2, 2, 2]],
  ['🇮🇳', [2]],
  ['日é', [2, 1]],
])('a letter of %s has the columns that programs count, up to two', (text, columns) => {
  expect(cellsOf(text).map(([, width]) => width)).toEqual(columns);
});

test('a letter has at most 12 marks, and each of the others has a cell of its own', () => {
  const cells = cellsOf(`a${'\u0301'.repeat(1000)}`);
  expect(cells[0]).toEqual([`a${'\u0301'.repeat(12)}`, 1]);
  expect(cells.slice(1)).toEqual(Array.from({ length: 988 }, () => ['\u0301', 1]));
});
