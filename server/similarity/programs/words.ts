import { type LanguageWords, languageWords } from '@vlabs/contract/runs/language-words';
import type { Language } from '@vlabs/contract/runs/languages';

/** How the words of a language count in comparisons. */
export interface Words {
  keywords: ReadonlySet<string>;
  /** Built-in types, which are interchangeable. */
  types: ReadonlySet<string>;
  /** Words that are optional in a program. */
  ignored: ReadonlySet<string>;
}

/** Names of the library are names like any other. */
const inSets = ({ keywords, types, optional }: LanguageWords): Words => ({
  keywords: new Set(keywords),
  types: new Set(types),
  ignored: new Set(optional),
});

export const wordsOf: Record<Language, Words> = {
  c: inSets(languageWords.c),
  cpp: inSets(languageWords.cpp),
  java: inSets(languageWords.java),
  python: inSets(languageWords.python),
};

/** Longest first, so that the first match is the right one. */
export const operators = (
  '>>>= <<= >>= >>> ... ->* **= //= <=> :: -> ++ -- << >> <= >= == != && || += -= *= /= %= &= |= ^= ' +
  ':= ** // @='
).split(' ');

const allWords = Object.values(languageWords).flatMap(({ keywords }) => keywords);
const FIRST_FIXED = 16;
const fixed = new Map(
  [...new Set([...allWords, ...operators])].map((word, at) => [word, at + FIRST_FIXED]),
);
const FIRST_CHARACTER = 4096;

/** The number of a keyword or operator. */
export function codeOf(word: string): number {
  return fixed.get(word) ?? FIRST_CHARACTER + (word.codePointAt(0) ?? 0);
}
