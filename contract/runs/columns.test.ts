import { expect, test } from 'vitest';
import { columnsOf } from './columns.ts';

const columnsOfAll = (text: string) =>
  Array.from(text, (character) => columnsOf(character.codePointAt(0) ?? 0));

test.each([
  ['Latin letters', 'aé', [1, 1]],
  ['an accent of its own', 'e\u0301', [1, 0]],
  ['Devanagari with vowel signs and a dot', 'फ़री', [1, 0, 1, 1]],
  ['two joined consonants', 'क्ष', [1, 0, 1]],
  ['a family', '👨‍👩', [2, 0, 2]],
  ['a flag', '🇮🇳', [1, 1]],
  ['a heart that is shown as an emoji', '❤\ufe0f', [1, 0]],
  ['Japanese and Korean', '日本ガ한', [2, 2, 2, 2]],
])('a terminal gives columns to %s', (_what, text, columns) => {
  expect(columnsOfAll(text)).toEqual(columns);
});
