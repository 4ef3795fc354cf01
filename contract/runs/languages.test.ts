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

test('what is no language is told which there are', () => {
  expect(LanguageId.safeParse(52).error?.issues[0]?.message).toBe('Choose C, C++, Java or Python.');
});
