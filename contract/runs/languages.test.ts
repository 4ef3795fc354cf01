import { expect, test } from 'vitest';
import {
  LanguageId,
  findLanguage,
  findLanguageNamed,
  findLanguageOfFile,
  guessLanguageOfFile,
  languages,
} from './languages.ts';

test('no two languages share a number, a name or the ending of a file', () => {
  const listed = [
    languages.flatMap(({ id, aliasIds = [] }) => [id, ...aliasIds]),
    languages.flatMap(({ key, otherNames = [] }) => [key, ...otherNames]),
    languages.flatMap(({ extensions, sharedExtensions = [] }) => [
      ...extensions,
      ...sharedExtensions,
    ]),
  ];
  for (const all of listed) expect(all).toEqual([...new Set<unknown>(all)]);
});

test.each(languages)('messages of $name name its file', ({ sourceFile, sourceFileInMessages }) => {
  expect(sourceFileInMessages.test(sourceFile)).toBe(true);
  expect(sourceFileInMessages.test(`other/${sourceFile}.txt`)).toBe(false);
});

test('a language is found by its number, an alias, a name or the ending of a file', () => {
  expect(findLanguage(52)).toBe(findLanguage(54));
  expect(findLanguage(53)).toBeNull();
  expect(findLanguageNamed('Python3')?.key).toBe('python');
  expect(findLanguageOfFile('hpp')?.key).toBe('cpp');
  expect([findLanguageOfFile('h'), guessLanguageOfFile('h')?.key]).toEqual([null, 'c']);
});

test('an unknown number is refused in one sentence', () => {
  expect(LanguageId.safeParse(52).error?.issues[0]?.message).toBe('There is no such language.');
});

test('a word of a language is in one list only', () => {
  for (const { words } of languages) {
    const all = [...words.keywords, ...words.types, ...words.optional, ...words.library];
    expect(all).toEqual([...new Set(all)]);
  }
});

test('every server has the four languages of the first year, and the others are off by default', () => {
  const usual = languages.filter(({ optional }) => optional === undefined);
  expect(usual.map(({ name }) => name)).toEqual(['C', 'C++', 'Java', 'Python']);
});
